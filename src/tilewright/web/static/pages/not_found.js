// The page for unknown addresses: only the header.
import "../js/page.js";
