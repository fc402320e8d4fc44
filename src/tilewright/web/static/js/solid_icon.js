// A small picture of a piece in space, as SVG from a fixed viewpoint: from above and from the front.
import { key } from "./cells.js";
import { s } from "./elements.js";
import { frame, markShapes, path, patterns } from "./flat_drawing.js";
import { bodyOf, lightness, outerFaces, shade, turned } from "./solid_drawing.js";

const SIDE = { yaw: 0.5, pitch: 0.62 };

/** The position of a point in the picture, and its distance from the viewer. */
function drawn(point) {
  const [right, near, up] = turned(point, SIDE);
  return { at: [right, -up], near };
}

/** The visible faces from back to front: {cell, corners, light}. */
function seen(lattice, cells) {
  return outerFaces(lattice, cells).filter(({ normal }) => turned(normal, SIDE)[1] > 1e-6)
    .sort((a, b) => drawn(a.inside).near - drawn(b.inside).near)
    .map(({ cell, normal, corners }) => ({ cell, light: lightness(turned(normal, SIDE)), corners: corners.map((corner) => drawn(corner).at) }));
}

/** A piece in a square; with `scale` (pixels per cell) the picture has its natural size and a `grip`. */
export function solidIcon(lattice, cells, look, { scale = 0, grip = 0, marks = new Map() } = {}) {
  const faces = seen(lattice, cells);
  const [x, y, width, height] = frame(faces.map(({ corners }) => corners), 0.08);
  const side = scale ? 0 : Math.max(width, height, 3);
  const [wide, tall] = [Math.max(width, side), Math.max(height, side)];
  const [left, top] = [x - (wide - width) / 2, y - (tall - height) / 2];
  const picture = s("svg", { viewBox: `${left} ${top} ${wide} ${tall}`, class: "board cubes", "aria-hidden": "true" }, patterns([look]),
    faces.flatMap(({ cell, corners, light }) => [
      s("path", { class: "face", d: path(corners), fill: shade(look.fill, light) }),
      look.pattern === "plain" ? null : s("path", { class: "pattern", d: path(corners), fill: `url(#${look.pattern}-${look.mark.slice(1)})` }),
      ...markShapes(corners, marks.get(key(cell))),
    ]));
  if (scale) {
    picture.style.width = `${wide * scale}px`;
    picture.style.height = `${tall * scale}px`;
    const { at } = drawn(bodyOf(lattice, cells[grip]).middle);
    picture.grip = [(at[0] - left) * scale, (at[1] - top) * scale];
  }
  return picture;
}
