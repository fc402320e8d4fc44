// What computes for the page of Pips.
import { sending } from "/static/js/backend.js";

export const pipsBackend = {
  check: sending("/pips/check"),
  date: sending("/pips/date"),
  hint: sending("/pips/hint"),
  new: sending("/pips/new"),
  read: sending("/pips/read"),
};
