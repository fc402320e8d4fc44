// What each page does besides its own: the bundle of every page begins with this module.
import { openWhatIsDropped } from "./opening.js";

openWhatIsDropped();
