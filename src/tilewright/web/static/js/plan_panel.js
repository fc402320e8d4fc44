// The plan for a question in a disclosure: its steps as a tree, other engines, and what each step took once that is known.
import { isAbort, latestOnly } from "./api.js";
import { backend } from "./backend.js";
import { h } from "./elements.js";
import { formatDuration, formatNumber, messageOf, t } from "./messages.js";

/** @param {number} share */
const percent = (share) => (share * 100).toFixed(1);
/** @param {string} words */
const capital = (words) => words.replace(/^./, (letter) => letter.toUpperCase());

/** A short time to hundredths of a second.
 *  @param {number} seconds */
function formatTime(seconds) {
  return seconds >= 0.1 && seconds < 10 ? t("duration.seconds", { n: Number(seconds.toFixed(2)) }) : formatDuration(seconds);
}

/** What a step took; `efforts` are those of all steps.
 *  @param {Api.PlanNodeView} node
 *  @param {Api.EffortView[]} efforts */
function tookText({ step, engine }, efforts) {
  const own = efforts.filter((effort) => effort.step === step);
  if (!own.length) return t("solve.took_none");
  const words = ["node", "state"].flatMap((unit) => {
    const n = own.reduce((sum, effort) => (effort.unit === unit ? sum + BigInt(effort.amount) : sum), 0n);
    return n ? [t(`solve.took_${unit}`, { n, count: formatNumber(n) })] : [];
  });
  words.push(formatTime(own.reduce((sum, { seconds }) => sum + seconds, 0)));
  const engines = [...new Set(own.map((effort) => effort.engine))].filter((name) => name && name !== engine);
  if (engines.length) words.push(t("solve.took_by", { engines: engines.join(", ") }));
  const { share } = own[own.length - 1];
  if (share && share < 1) words.push(t("solve.took_share", { share: percent(share) }));
  return words.join(", ");
}

/** A step and those below it; `efforts` null while what they took is not known.
 *  @param {Api.PlanNodeView} node
 *  @param {Api.EffortView[] | null} efforts
 *  @returns {HTMLLIElement} */
function stepItem(node, efforts) {
  /** @type {[string, ...Child[]][]} */
  const facts = [];
  if (node.reason) facts.push([t("solve.plan_reason"), node.reason]);
  if (node.expected) facts.push([t("solve.plan_expected"), node.expected.text, h("span", { class: "quiet" }, ` (${node.expected.measured_by})`)]);
  if (efforts && node.step) facts.push([t("solve.plan_took"), tookText(node, efforts)]);
  return h("li", {},
    h("p", {}, h("strong", {}, capital(node.words)), ...(node.engine ? [` ${t("solve.plan_by")} `, h("span", { class: "chip" }, node.engine)] : [])),
    facts.length ? h("dl", {}, facts.map(([name, ...texts]) => h("div", {}, h("dt", {}, name), h("dd", {}, texts)))) : null,
    node.children.length ? stepList(node.children, efforts) : null);
}

/** @param {Api.PlanNodeView[]} nodes
 *  @param {Api.EffortView[] | null} efforts */
const stepList = (nodes, efforts) => h("ul", {}, nodes.map((node) => stepItem(node, efforts)));

/** @param {Api.AlternativeView[]} alternatives */
function engineTable(alternatives) {
  const rows = alternatives.map(({ engine, expected, reason }) => h("tr", {}, h("th", { scope: "row" }, engine), h("td", {}, expected?.text ?? reason)));
  const heads = ["solve.plan_engine", "solve.plan_engine_expected"].map((key) => h("th", { scope: "col" }, t(key)));
  return h("table", {}, h("caption", {}, t("solve.plan_others")), h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
}

export class PlanPanel {
  #details; #status; #content; #request; #latest = latestOnly(); #key = "";
  #plan = /** @type {Api.ExplanationView | null} */ (null);
  #answered = /** @type {{ key: string, efforts: Api.EffortView[] } | null} */ (null);

  /** `details` is the disclosure. `request` returns the question that the page shows, or null for a form that is not valid.
   *  @param {HTMLDetailsElement} details
   *  @param {() => Sent<Api.ExplainRequest> | null} request */
  constructor(details, request) {
    this.#details = details;
    this.#request = request;
    this.#status = h("p", { class: "small quiet", role: "status" });
    this.#content = h("div", { class: "plan small" });
    details.append(this.#status, this.#content);
    details.addEventListener("toggle", () => this.update());
  }

  /** Get the plan again if the question is another one, and the panel is open. */
  async update() {
    if (!this.#details.open || this.#details.hidden) return;
    const question = this.#request(), key = JSON.stringify(question);
    if (key === this.#key) return;
    [this.#key, this.#plan] = [key, null];
    if (!question) { this.#fail(t("solve.plan_invalid")); return; }
    this.#status.textContent = t("solve.plan_measuring");
    this.#content.setAttribute("aria-busy", "true");
    let plan;
    try {
      plan = await this.#latest((signal) => backend.explain(question, signal));
    } catch (error) {
      if (!isAbort(error) && key === this.#key) this.#fail(messageOf(error));
      return;
    }
    if (key !== this.#key) return; // the form is not valid any more
    this.#plan = plan;
    this.#status.textContent = [t("solve.plan_measured", { elapsed: formatTime(plan.measuring_seconds) }), plan.note].join(" ").trim();
    this.#show(plan);
  }

  /** The question has been answered: show what the steps took, if its plan is shown.
   *  @param {unknown} question
   *  @param {Api.EffortView[]} efforts */
  showEfforts(question, efforts) {
    this.#answered = { key: JSON.stringify(question), efforts };
    if (this.#plan) this.#show(this.#plan);
  }

  /** @param {string} message */
  #fail(message) {
    [this.#key, this.#plan] = ["", null];
    this.#status.textContent = message;
    this.#content.replaceChildren();
    this.#content.removeAttribute("aria-busy");
  }

  /** @param {Api.ExplanationView} explanation */
  #show({ facts, plan, alternatives }) {
    const efforts = this.#answered?.key === this.#key ? this.#answered.efforts : null;
    this.#content.replaceChildren(
      ...(facts.length ? [h("p", {}, `${capital(facts.join("; "))}.`)] : []),
      stepList([plan], efforts),
      ...(alternatives.length ? [engineTable(alternatives)] : []));
    this.#content.removeAttribute("aria-busy");
  }
}
