// What computes for the page of vanishing dominoes.
import { getting, sending } from "/static/js/backend.js";

export const vanishingBackend = {
  methods: getting("/vanishing/methods"),
  best: sending("/vanishing/best"),
  hint: sending("/vanishing/hint"),
  new: sending("/vanishing/new"),
  board: sending("/vanishing/board"),
  solve: sending("/vanishing/solve"),
};
