// What computes for the page of dominosa.
import { sending } from "/static/js/backend.js";

export const dominosaBackend = {
  grid: sending("/dominosa/grid"),
  new: sending("/dominosa/new"),
  check: sending("/dominosa/check"),
  hint: sending("/dominosa/hint"),
};
