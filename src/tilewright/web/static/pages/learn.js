// Explanations, each with a page that shows it.
import { enablePage } from "../js/page.js";

enablePage();
