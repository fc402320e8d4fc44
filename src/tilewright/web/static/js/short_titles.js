// Titles below a heading: only what differs.

const SHORT_WORD = 3; // letters of words such as "the" and "in", which may always go
const SHARING = 4; // titles with the same start, at least

/** A title without the start that two thirds of the titles share, or that the heading has; numbers and what follows a comma stay.
 *  @param {string} title
 *  @param {string} heading
 *  @param {string[]} titles
 *  @returns {string} */
function withoutStart(title, heading, titles) {
  const words = title.split(" "), known = new Set(heading.toLowerCase().split(/\W+/).filter((word) => word.length > SHORT_WORD));
  for (let n = words.length - 1; n > 0; n -= 1) {
    const start = words.slice(0, n), text = `${start.join(" ")} `;
    const sharing = titles.filter((one) => one.startsWith(text)).length;
    if (sharing < SHARING || /[\d,]/.test(text)) continue;
    const isShared = 3 * sharing >= 2 * titles.length;
    const isKnown = start.some((word) => known.has(word.toLowerCase())) && start.every((word) => word.length <= SHORT_WORD || known.has(word.toLowerCase()));
    if (isShared || isKnown) return title.slice(text.length);
  }
  return title;
}

/** What differs in the titles below a heading; a title whole where nothing would tell it from another one.
 *  @param {string} heading
 *  @param {string[]} titles
 *  @returns {string[]} */
export function shortTitles(heading, titles) {
  const short = titles.map((title) => withoutStart(title, heading, titles));
  return short.map((text, k) => (short.indexOf(text) === short.lastIndexOf(text) ? text[0].toUpperCase() + text.slice(1) : titles[k]));
}
