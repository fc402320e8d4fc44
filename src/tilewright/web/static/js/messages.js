// Texts of the pages: t("key", {name: value}). messages.en.json has the texts and explains their form.
import { language, messages } from "/static/message_catalogue.js";

const plural = new Intl.PluralRules(language);

/** @typedef {Record<string, string | number | bigint | null | undefined>} Values */

/** The text with this key; `{name}` in it is replaced by the value, and `values.n` chooses the plural form.
 *  @param {string} key
 *  @param {Values} [values]
 *  @returns {string} */
export function t(key, values = {}) {
  let text = messages[key];
  if (text === undefined) throw new Error(`no message ${key}`);
  if (typeof text !== "string") text = text[plural.select(Number(values.n))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? formatNumber(value) : String(value);
  });
}

/** A number, or the digits of a number of any length, with separators.
 *  @param {number | bigint | string} number
 *  @returns {string} */
export const formatNumber = (number) => (typeof number === "number" ? number : BigInt(number)).toLocaleString(language);

/** A time in seconds.
 *  @param {number} seconds
 *  @returns {string} */
export function formatDuration(seconds) {
  if (seconds > 0 && seconds < 0.1) return t("duration.milliseconds", { n: Number((1000 * seconds).toPrecision(2)) });
  if (seconds < 60) return t("duration.seconds", { n: Number(seconds.toFixed(seconds < 10 ? 1 : 0)) });
  if (seconds < 3600) return t("duration.minutes", { minutes: Math.floor(seconds / 60), seconds: Math.floor(seconds % 60) });
  if (seconds < 172_800) return t("duration.hours", { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) });
  return t("duration.days", { n: Math.round(seconds / 86_400) });
}

/** Words joined by commas and "and".
 *  @param {string[]} words
 *  @returns {string} */
export const formatList = (words) => new Intl.ListFormat(language).format(words);

/** The message of what was thrown.
 *  @param {unknown} error
 *  @returns {string} */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
