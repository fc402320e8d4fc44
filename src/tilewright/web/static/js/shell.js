// What every page has around it: the header with its links, light and dark, short messages.
const PAGES = [
  ["/", "Gallery"], ["/play", "Play"], ["/gunport", "Gunport"], ["/vanishing", "Vanishing"],
  ["/edit", "Edit"], ["/watch", "Watch"], ["/solve", "Solve"], ["/runs", "Runs"],
];

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: attributes, listeners ("onclick": f), and children (nodes or text). */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function s(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function theme() {
  return kept("theme", null) ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function dress() {
  document.documentElement.dataset.theme = theme();
}

function mark() {
  const colours = ["#faaf26", "#51b0e8", "#24a06c", "#ce3505"];
  const places = [[1, 1, 7, 15], [10, 1, 15, 7], [10, 10, 7, 15], [19, 10, 6, 15]];
  return s("svg", { viewBox: "0 0 26 26", "aria-hidden": "true" }, places.map(([x, y, width, height], i) =>
    s("rect", { x, y, width, height, rx: 2, fill: colours[i], stroke: "#20242a", "stroke-width": 1.2 })));
}

/** Put the header on the page; call once. */
export function open() {
  dress();
  const here = location.pathname;
  const links = PAGES.map(([address, name]) =>
    h("a", { href: address, "aria-current": address === here ? "page" : null }, name));
  const toggle = h("button", { class: "btn icon", type: "button", "aria-label": "Light or dark", title: "Light or dark" }, "◐");
  toggle.addEventListener("click", () => {
    keep("theme", theme() === "dark" ? "light" : "dark");
    dress();
  });
  document.body.prepend(
    h("a", { class: "skip", href: "#main" }, "Skip to the content"),
    h("header", { class: "top" }, h("div", { class: "top-row" },
      h("a", { class: "brand", href: "/" }, mark(), "Tilewright"),
      h("nav", { class: "nav", "aria-label": "Pages" }, links), toggle)),
  );
  document.querySelector('.nav [aria-current="page"]')?.scrollIntoView({ inline: "center", block: "nearest" });
}

/** The page is ready for hands: until then its content is inert, as a press that nobody hears is lost, and a
 *  form that nobody minds would be sent off by the browser itself. Call once, when all listeners are there. */
export function awake() {
  document.getElementById("main").inert = false;
}

let fading;

/** A short message at the bottom of the page; screen readers hear it. */
export function toast(words, seconds = 4) {
  let box = document.querySelector(".toast");
  if (!box) {
    box = h("div", { class: "toast", role: "status" });
    document.body.append(box);
  }
  box.textContent = words;
  box.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { box.hidden = true; }, seconds * 1000);
}

/** What is kept in this browser under a name; `otherwise` where there is nothing, or nothing readable. */
export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a value in this browser; a browser that keeps nothing is no fault. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    console.info("this browser keeps nothing");
  }
}

/** Give the visitor a file with this text. */
export function saveAs(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it a little later
}

/** A small celebration, in these colours; none for those who want no motion. */
export function confetti(colours) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (let i = 0; i < 28; i++) {
    const bit = h("span", { class: "confetti", "aria-hidden": "true" });
    bit.style.left = `${(i * 37) % 100}vw`;
    bit.style.background = colours[i % colours.length];
    bit.style.animationDelay = `${(i % 9) * 0.09}s`;
    bit.addEventListener("animationend", () => bit.remove());
    document.body.append(bit);
  }
}
