// The board in notebooks: a game that is played as on the page, or solutions one by one.
import { key } from "./cells.js";
import { h } from "./elements.js";
import { boardPicture, placementShapes, shortName } from "./flat_drawing.js";
import { History } from "./history.js";
import { t } from "./messages.js";
import { solidScene } from "./solid_drawing.js";
import { solidPanel } from "./solid_panel.js";
import { Tiling } from "./tiling_game.js";
import { TilingPlayer } from "./tiling_player.js";
import { styled, widgetBox } from "./widget_box.js";

/** @typedef {object} Traits
 *  @property {Api.PuzzleView} puzzle_view
 *  @property {Api.PlacementModel[][]} solutions_view none: the puzzle is played
 *  @property {number} number of the solution
 *  @property {string[]} moves
 *  @property {boolean} labels */

/** @typedef {WidgetModel<Traits>} Model */

/** @type {[Control, message: string][]} */
const CONTROLS = [["turn", "turn_right"], ["back", "turn_left"], ["flip", "flip"], ["tip", "tip"], ["tip_back", "tip_back"], ["roll", "roll"], ["roll_back", "roll_back"]];

/** @param {string} text
 *  @param {string} label
 *  @param {() => unknown} onclick */
const button = (text, label, onclick) => h("button", { class: "btn", type: "button", title: label, "aria-label": label, onclick }, text);

/** @param {Model} model
 *  @param {HTMLElement} box */
function renderGame(model, box) {
  const view = model.get("puzzle_view");
  const places = { board: h("div", { class: "board-place" }), pieces: h("div", { class: "pieces-list", role: "listbox", "aria-label": t("common.pieces") }), solid: h("div", { class: "solid-view", hidden: true }), floor: styled() };
  const words = h("p", { class: "remaining", role: "status", "aria-live": "polite" });
  let timer = 0, player = /** @type {TilingPlayer} */ (/** @type {unknown} */ (null));
  /** @param {string} text */
  const notify = (text) => {
    words.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(describe, 4000);
  };
  // Whether a board is the best one is not known here: its total is shown.
  const isSolved = () => player.game.isFull && view.goal === "fill";
  const describe = () => { words.textContent = isSolved() ? t("play.solved") : player.game.isFull ? t("play.total", { cost: player.game.cost }) : t("play.pieces_left", { n: view.pieces.reduce((sum, piece) => sum + player.game.left(piece.name), 0) }); };
  const help = {
    hint: /** @type {Api.PlacementModel | null} */ (null),
    isHintAt: (/** @type {Cell | null} */ cell) => Boolean(cell && help.hint?.cells.some((one) => key(one) === key(cell))),
    paint() {
      const { hint: placement } = help, look = view.pieces.find((piece) => piece.name === placement?.piece);
      if (placement && look) player.board.showHint(placement.cells, look);
    },
    placed() {},
  };
  const hint = () => {
    if (help.hint) { player.placeHint(); return; }
    words.textContent = t("common.thinking");
    model.send({ request: "hint", moves: player.history.moves });
  };
  const undo = button(t("common.undo"), t("common.undo_key"), () => player.step("undo")), redo = button(t("common.redo"), t("common.redo_key"), () => player.step("redo"));
  const controls = CONTROLS.map(([control, message]) => /** @type {const} */ ([control, button(t(`play.${message}`), t(`play.${message}_key`), () => player.change(control))]));
  const on = {
    moved() {
      const { moves, undone } = player.history;
      help.hint = null;
      [undo.disabled, redo.disabled] = [!moves.length, !undone.length];
      box.classList.toggle("solved", isSolved());
      if (JSON.stringify(model.get("moves")) !== JSON.stringify(moves)) {
        model.set("moves", [...moves]);
        model.save_changes();
      }
      clearTimeout(timer);
      describe();
    },
    held() { for (const [control, element] of controls) element.disabled = !player.canChange(control); },
    notify, hint, labelled: () => model.get("labels"),
  };
  box.append(h("div", { class: "game" },
    h("section", { class: "card board-panel", "aria-label": t("common.board") },
      h("div", { class: "board-views" }, places.board, places.solid),
      h("div", { class: "row tools", role: "toolbar", "aria-label": t("common.moves") },
        undo, redo, controls.map(([, element]) => element), h("span", { class: "gap" }),
        h("button", { class: "btn", type: "button", onclick: hint }, t("common.hint")),
        h("button", { class: "btn", type: "button", onclick: () => player.clear() }, t("common.clear")))),
    h("aside", { class: "stack" }, h("section", { class: "card piece-panel" }, places.pieces), words)));
  document.body.append(places.floor);
  player = new TilingPlayer({ view, history: new History(new Tiling(view), model.get("moves")), places, on, help });
  box.classList.toggle("solid", player.board.isSolid);
  for (const [control, element] of controls) element.hidden = player.isIdle(control);
  player.show();
  // A piece that is pressed takes no focus, and without it the notebook would get the keys.
  box.addEventListener("pointerdown", () => { if (!box.contains(document.activeElement)) box.focus({ preventScroll: true }); }, true);
  box.addEventListener("keydown", (event) => {
    if (!/** @type {Element} */ (event.target).matches("input")) player.onKey(event);
    event.stopPropagation(); // the notebook has keys of its own
  });
  const onMoves = () => {
    if (JSON.stringify(model.get("moves")) === JSON.stringify(player.history.moves)) return;
    player.drag.cancel();
    player.history = new History(new Tiling(view), model.get("moves"));
    player.show();
  };
  const onLabels = () => { player.paint(); player.showHeld(); };
  /** @param {Api.HintView & { moves: string[] }} answer */
  const onHint = ({ sentence, place, lift, moves }) => {
    if (JSON.stringify(moves) !== JSON.stringify(player.history.moves)) return;
    clearTimeout(timer);
    words.textContent = sentence;
    help.hint = place;
    player.paint();
    if (!place) player.board.showConflict(lift.flatMap((placement) => placement.cells));
  };
  model.on("change:moves", onMoves);
  model.on("change:labels", onLabels);
  model.on("msg:custom", onHint);
  return () => {
    clearTimeout(timer);
    player.drag.cancel();
    places.floor.remove();
    model.off("change:moves", onMoves);
    model.off("change:labels", onLabels);
    model.off("msg:custom", onHint);
  };
}

/** @param {Model} model
 *  @param {HTMLElement} box */
function renderSolutions(model, box) {
  const view = model.get("puzzle_view"), solutions = model.get("solutions_view"), last = solutions.length - 1;
  const isSolid = view.lattice.dimension === 3, panel = isSolid ? solidPanel() : null;
  const place = h("div", { class: isSolid ? "solid-view" : "board-place" }, panel ? panel.box : null);
  /** @param {number} number */
  const go = (number) => { model.set("number", Math.max(0, Math.min(last, number))); model.save_changes(); };
  const label = h("span", { role: "status", "aria-live": "polite" });
  /** @type {HTMLInputElement} */
  const slider = h("input", { type: "range", min: 0, max: last, "aria-label": t("common.solutions"), oninput: () => go(Number(slider.value)) });
  const back = button("‹", t("board.previous"), () => go(model.get("number") - 1)), next = button("›", t("board.next"), () => go(model.get("number") + 1));
  const show = () => {
    const number = model.get("number"), placements = solutions[number];
    slider.value = String(number);
    label.textContent = t("board.solution_of", { n: number + 1, count: last + 1 });
    [back.disabled, next.disabled] = [number <= 0, number >= last];
    if (panel) panel.show(solidScene(view, placements));
    else place.replaceChildren(boardPicture(view, { label: t("common.solution", { n: number + 1 }), extra: placementShapes(view, placements, model.get("labels") ? shortName : undefined) }));
  };
  box.append(h("section", { class: "card board-panel", "aria-label": t("common.solutions") }, place, last > 0 ? h("div", { class: "row tools steps" }, back, next, slider, label) : null));
  box.addEventListener("keydown", (event) => event.stopPropagation());
  show();
  model.on("change:number", show);
  model.on("change:labels", show);
  return () => {
    model.off("change:number", show);
    model.off("change:labels", show);
  };
}

export const widget = {
  /** @param {{ model: Model, el: HTMLElement }} given by anywidget */
  render({ model, el }) {
    const box = widgetBox(el);
    return (model.get("solutions_view").length ? renderSolutions : renderGame)(model, box);
  },
};
