// The Aztec diamond on a canvas: steps of domino shuffling as the core gives them, heights, contour lines, the arctic circle.

/** A direction in which dominoes move.
 *  @typedef {"N" | "S" | "E" | "W"} Direction */

/** The colours of the directions, as the core has them in pictures.
 *  @type {Record<Direction, string>} */
export const DIRECTION_COLOURS = { N: "#ce3505", S: "#0f63c0", E: "#faaf26", W: "#24a06c" };
/** @type {Record<Direction, readonly [x: number, y: number]>} */
const MOVES = { N: [0, -1], S: [0, 1], E: [1, 0], W: [-1, 0] };
const PAIRS = /** @type {const} */ ({ h: ["N", "S"], v: ["E", "W"], H: ["N", "S"], V: ["E", "W"] });
const INK = "#20242a";
const LOW = [0x12, 0x35, 0x5b], HIGH = [0xf6, 0xe7, 0xb0]; // the least and the greatest height
const CONTOURS = 14; // lines, about
const LEAST_FRAME = 8; // the order that fills the canvas while fewer are reached

/** What is seen: a step of shuffling and how much of it is done.
 *  @typedef {object} Scene
 *  @property {number} order the order that the step leads to; 0 before the first
 *  @property {string} blocks the letters of its blocks, see ShuffleStep in the core
 *  @property {number} part 1: dominoes that face each other are deleted; 2: the others have moved; 3: blocks are filled
 *  @property {number} moved the share of the way that dominoes have moved in part 2, from 0 to 1
 *  @property {boolean} marks whether what the part has changed is marked
 *  @property {readonly (number | null)[] | null} heights of the tiling after the step
 *  @property {"directions" | "heights" | "contours"} show
 *  @property {number | null} circle the share of blocks that are filled horizontally, for the arctic circle; null for none */

/** The numbers of what a step does.
 *  @param {string} blocks
 *  @returns {Record<Direction | "h" | "v" | "H" | "V", number>} */
export function countBlocks(blocks) {
  const numbers = { N: 0, S: 0, E: 0, W: 0, h: 0, v: 0, H: 0, V: 0 };
  for (const letter of blocks) numbers[/** @type {Direction} */ (letter)] += 1;
  return numbers;
}

/** Draw a scene on a canvas that is as many pixels wide as high.
 *  @param {HTMLCanvasElement} canvas
 *  @param {Scene} scene
 *  @param {{ ground: string, line: string }} colours of squares without dominoes, and of lines on the page
 *  @returns {void} */
export function drawDiamond(canvas, scene, colours) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const size = canvas.width, scale = size / (2 * Math.max(scene.order, LEAST_FRAME) + 1);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, size, size);
  context.setTransform(scale, 0, 0, scale, size / 2, size / 2);
  if (!scene.order) return;
  if (scene.show === "heights" && scene.heights) drawHeights(context, scene.order, scene.heights);
  else drawDominoes(context, scene, scale, colours);
  if (scene.show === "contours" && scene.heights) drawContours(context, scene.order, scene.heights, scale);
  if (scene.circle !== null) drawCircle(context, scene.order, scene.circle, scale, scene.show === "heights" ? "#ffffff" : colours.line);
}

/** @param {CanvasRenderingContext2D} context
 *  @param {Scene} scene
 *  @param {number} scale
 *  @param {{ ground: string, line: string }} colours */
function drawDominoes(context, { order, blocks, part, moved, marks }, scale, { ground, line }) {
  context.fillStyle = ground;
  const drawn = part === 1 ? order - 1 : order; // the squares of this order are the board
  for (let row = -drawn; row < drawn; row++) {
    const half = drawn - Math.max(row, -row - 1);
    context.fillRect(-half, row, 2 * half, 1);
  }
  const way = part === 1 ? 0 : part === 2 ? moved : 1;
  /** @type {Record<Direction, number[]>} */
  const places = { N: [], S: [], E: [], W: [] };
  /** @type {number[]} */
  const changed = [];
  /** @param {Direction} direction
   *  @param {number} x of the middle of the block
   *  @param {number} y
   *  @param {number} share of the way from one half of the block to the other */
  const put = (direction, x, y, share) => {
    const [right, down] = MOVES[direction];
    if (right) places[direction].push(x - 0.5 + right * (share - 0.5), y - 1);
    else places[direction].push(x - 1, y - 0.5 + down * (share - 0.5));
  };
  for (let i = 0, k = 0; i < order; i++) {
    for (let j = 0; j < order; j++, k++) {
      const letter = blocks[k], x = i + j - order + 1, y = j - i;
      if (letter in MOVES) put(/** @type {Direction} */ (letter), x, y, way);
      else if (letter === "h" || letter === "v") {
        if (part === 3) for (const direction of PAIRS[letter]) put(direction, x, y, 1);
        if (part >= 2) changed.push(x, y);
      } else if (part === 1) changed.push(x, y);
    }
  }
  const gap = scale >= 5 ? Math.min(0.08, 1.5 / scale) : 0, middle = context.canvas.width / 2;
  /** @param {number} value */
  const snapped = (value) => (gap ? value : (Math.round(middle + value * scale) - middle) / scale); // no seams between small dominoes
  for (const direction of /** @type {Direction[]} */ (Object.keys(places))) {
    const isFlat = !MOVES[direction][0], width = isFlat ? 2 : 1, height = isFlat ? 1 : 2, list = places[direction];
    context.fillStyle = DIRECTION_COLOURS[direction];
    for (let k = 0; k < list.length; k += 2) {
      const left = snapped(list[k] + gap / 2), top = snapped(list[k + 1] + gap / 2);
      context.fillRect(left, top, snapped(list[k] + width - gap / 2) - left, snapped(list[k + 1] + height - gap / 2) - top);
    }
    if (scale >= 16) drawArrows(context, direction, list);
  }
  if (!marks || !changed.length || scale < 3) return;
  context.strokeStyle = part === 3 ? INK : line;
  context.lineWidth = Math.max(0.07, 1.5 / scale);
  context.setLineDash(part === 3 ? [] : [0.2, 0.2]);
  context.beginPath();
  for (let k = 0; k < changed.length; k += 2) context.rect(changed[k] - 0.92, changed[k + 1] - 0.92, 1.84, 1.84);
  context.stroke();
  context.setLineDash([]);
}

/** An arrow in each domino, in the direction in which it moves.
 *  @param {CanvasRenderingContext2D} context
 *  @param {Direction} direction
 *  @param {number[]} places */
function drawArrows(context, direction, places) {
  const [right, down] = MOVES[direction];
  context.strokeStyle = direction === "N" || direction === "S" ? "#ffffff" : INK;
  context.lineWidth = 0.07;
  context.beginPath();
  for (let k = 0; k < places.length; k += 2) {
    const x = places[k] + (right ? 0.5 : 1), y = places[k + 1] + (right ? 1 : 0.5);
    const tipX = x + 0.26 * right, tipY = y + 0.26 * down;
    context.moveTo(x - 0.26 * right, y - 0.26 * down);
    context.lineTo(tipX, tipY);
    for (const side of [-1, 1]) {
      context.moveTo(tipX, tipY);
      context.lineTo(tipX - 0.16 * right + 0.14 * side * down, tipY - 0.16 * down + 0.14 * side * right);
    }
  }
  context.stroke();
}

/** The least and the greatest of heights.
 *  @param {readonly (number | null)[]} heights
 *  @returns {[least: number, greatest: number]} */
export function heightRange(heights) {
  let least = Infinity, greatest = -Infinity;
  for (const height of heights) {
    if (height === null) continue;
    least = Math.min(least, height);
    greatest = Math.max(greatest, height);
  }
  return [least, greatest];
}

/** The colour of a height, by its share of the way from the least to the greatest.
 *  @param {number} share
 *  @returns {string} */
export const heightColour = (share) => `rgb(${LOW.map((low, k) => Math.round(low + (HIGH[k] - low) * share)).join(" ")})`;

/** @param {CanvasRenderingContext2D} context
 *  @param {number} order
 *  @param {readonly (number | null)[]} heights */
function drawHeights(context, order, heights) {
  const side = 2 * order + 1, [least, greatest] = heightRange(heights), span = Math.max(1, greatest - least);
  const image = new ImageData(side, side);
  heights.forEach((height, k) => {
    if (height === null) return;
    const share = (height - least) / span;
    for (let channel = 0; channel < 3; channel++) image.data[4 * k + channel] = LOW[channel] + (HIGH[channel] - LOW[channel]) * share;
    image.data[4 * k + 3] = 255;
  });
  const small = document.createElement("canvas");
  small.width = small.height = side;
  /** @type {CanvasRenderingContext2D} */ (small.getContext("2d")).putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, -order - 0.5, -order - 0.5, side, side);
}

/** Lines of equal height, by marching squares between the middles of squares, where the height is the mean of the corners.
 *  @param {CanvasRenderingContext2D} context
 *  @param {number} order
 *  @param {readonly (number | null)[]} heights
 *  @param {number} scale */
function drawContours(context, order, heights, scale) {
  const side = 2 * order, [least, greatest] = heightRange(heights), step = Math.max(1, (greatest - least) / CONTOURS);
  const means = new Float64Array(side * side).fill(NaN);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const k = y * (side + 1) + x, sum = (heights[k] ?? NaN) + (heights[k + 1] ?? NaN) + (heights[k + side + 1] ?? NaN) + (heights[k + side + 2] ?? NaN);
      means[y * side + x] = (sum / 4 - least) / step;
    }
  }
  if (scale < 3) { // so small that the squares on one side of a line are the line
    context.fillStyle = INK;
    for (let y = 0; y + 1 < side; y++) {
      for (let x = 0; x + 1 < side; x++) {
        const k = y * side + x, level = Math.floor(means[k] + 0.5);
        if (Math.abs(level - Math.floor(means[k + 1] + 0.5)) + Math.abs(level - Math.floor(means[k + side] + 0.5)) > 0) context.fillRect(x - order, y - order, 1, 1);
      }
    }
    return;
  }
  context.beginPath();
  for (let y = 0; y + 1 < side; y++) {
    for (let x = 0; x + 1 < side; x++) {
      // Most squares have no line through them.
      const k = y * side + x, a = means[k], b = means[k + 1], c = means[k + side], d = means[k + side + 1];
      if (!(Math.floor(Math.max(a, b, c, d) + 0.5) > Math.floor(Math.min(a, b, c, d) + 0.5))) continue;
      const square = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]], values = square.map(([a, b]) => means[b * side + a]);
      const low = Math.min(...values), high = Math.max(...values);
      for (let level = Math.floor(low - 0.5) + 1.5; level < high; level++) {
        /** @type {[number, number][]} */
        const ends = [];
        for (let k = 0; k < 4; k++) {
          const a = values[k], b = values[(k + 1) % 4];
          if ((a < level) === (b < level)) continue;
          const share = (level - a) / (b - a), [fromX, fromY] = square[k], [toX, toY] = square[(k + 1) % 4];
          ends.push([fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]);
        }
        for (let k = 0; k + 1 < ends.length; k += 2) {
          context.moveTo(ends[k][0] + 0.5 - order, ends[k][1] + 0.5 - order);
          context.lineTo(ends[k + 1][0] + 0.5 - order, ends[k + 1][1] + 0.5 - order);
        }
      }
    }
  }
  for (const [width, colour] of /** @type {const} */ ([[3.5, "#ffffff"], [1.5, INK]])) {
    context.strokeStyle = colour;
    context.lineWidth = width / scale;
    context.stroke();
  }
}

/** The ellipse x²/p + y²/(1 - p) = 1, in a diamond with the corners (±1, 0) and (0, ±1); p = 1/2 is the arctic circle.
 *  @param {CanvasRenderingContext2D} context
 *  @param {number} order
 *  @param {number} share p
 *  @param {number} scale
 *  @param {string} colour */
function drawCircle(context, order, share, scale, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 2.5 / scale;
  context.beginPath();
  context.ellipse(0, 0, order * Math.sqrt(share), order * Math.sqrt(1 - share), 0, 0, 2 * Math.PI);
  context.stroke();
}
