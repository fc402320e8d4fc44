// Addresses of this site, which may lie below a prefix, such as /puzzles.
const root = document.documentElement.dataset.root ?? "";

/** The address of a page or a file of this site: a path such as "/play".
 *  @param {string} path
 *  @returns {string} */
export const address = (path) => root + path;
