// The home page. It was the list of all puzzles once: links with a search go there.
import { address } from "../js/address.js";
import { enablePage } from "../js/page.js";

const MOVED = ["words", "lattice", "pieces", "known", "level"];

const query = new URLSearchParams(location.search);
if (MOVED.some((name) => query.has(name))) location.replace(address(`/puzzles${location.search}`));
enablePage();
