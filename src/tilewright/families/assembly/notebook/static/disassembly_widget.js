// A disassembly in a notebook, played as on the page.
import { h } from "/static/js/elements.js";
import { t } from "/static/js/messages.js";
import { DisassemblyPlayer } from "/static/families/assembly/disassembly_player.js";
import { widgetBox } from "./widget_box.js";

/** @typedef {{ puzzle_view: Api.PuzzleView, disassembly_view: Api.DisassemblyView, move: number }} Traits */

export const widget = {
  /** @param {{ model: WidgetModel<Traits>, el: HTMLElement }} given by anywidget */
  render({ model, el }) {
    const box = widgetBox(el);
    const player = new DisassemblyPlayer(model.get("puzzle_view"), {
      onMove(number) {
        if (model.get("move") === number) return;
        model.set("move", number);
        model.save_changes();
      },
    });
    player.show(model.get("disassembly_view"), model.get("move"));
    box.classList.add("stack");
    box.append(
      h("section", { class: "card", "aria-label": t("assembly.moves") }, player.box, player.reasons),
      h("details", { class: "card" }, h("summary", {}, t("common.pieces")), player.pieces));
    box.addEventListener("keydown", (event) => {
      if (event.key === " " && /** @type {Element} */ (event.target).matches("canvas")) { event.preventDefault(); player.toggle(); }
      event.stopPropagation(); // the notebook has keys of its own
    });
    const onMove = () => { if (model.get("move") !== player.number) player.go(model.get("move")); };
    model.on("change:move", onMove);
    return () => {
      player.pause();
      model.off("change:move", onMove);
    };
  },
};
