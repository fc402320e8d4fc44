// The date where the player is.

/** The player's date, as 2026-11-28.
 *  @param {Date} [date]
 *  @returns {string} */
export const localDate = (date = new Date()) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
