// A page for addresses that lead nowhere: it has the header, so that one finds the way.
import { open } from "./shell.js";

open();
