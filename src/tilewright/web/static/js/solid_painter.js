// Bodies in space painted on a canvas: by WebGL, which hides what is behind at every position of the pieces; without it from back
// to front. One WebGL context, outside of the page, paints for all canvases, as a browser has only a few of them.
import { lightness, LIGHT, NO_SPIN, pulled, reachOf, shade, spun, turned } from "./solid_drawing.js";

export const DEFAULT_VIEW = { yaw: 0.7, pitch: 0.5 };
const HEAD = 0.45; // the length of the head of an arrow, in units of length
const MAX_HEAD = 0.06; // and at most, of the height of the canvas
const ARROW = "#1b1b1f";
const ARROW_EDGE = "#ffffff";
/** How a body is rotated and then moved, and how opaque it is.
 *  @typedef {{ at: Vector, alpha: number, spin?: import("./solid_drawing.js").Spin }} Pose */

/** @typedef {import("./solid_drawing.js").Scene} Scene
 *  @typedef {import("./solid_drawing.js").Turn} Turn */

/** @typedef {{ turn: Turn, scale: number, poses: Required<Pose>[] }} View */

/** A part of a mesh: a face, or a ball, which has no normal.
 *  @typedef {{ first: number, count: number, normal: Vector | null, inside: Vector }} Part */

/** @typedef {{ values: Float32Array, bodies: { first: number, count: number, parts: Part[] }[] }} Mesh */

const INK = [0.125, 0.141, 0.165];
const WALL = [0.55, 0.57, 0.61], WALL_ALPHA = 0.25, WALL_INK = "#8a909c";
const STILL = { at: [0, 0, 0], alpha: 1, spin: NO_SPIN };

const MAX_SIDES = 8; // of a face that have a line

const VERTEX = `#version 300 es
uniform mat3 turn;
uniform vec3 middle;
uniform vec3 scale; // along the axes of the canvas, and into it
uniform sampler2D poses; // of each body: where it is moved, and how opaque it is; then how it is rotated before
in vec3 position, normal, colour;
in vec2 body; // its number, and which sides of the face are soft, as bits
in vec4 near, far; // the distances from the sides of the face
in vec3 ball; // the position on a disc before a ball, from -1 to 1, and the radius of the ball
out vec3 n, c;
out vec4 a, b;
out vec2 disc;
out float opacity;
flat out float radius, soft;
vec3 spun(vec3 v, vec4 spin) { return v + 2.0 * cross(spin.xyz, cross(spin.xyz, v) + spin.w * v); }
void main() {
  vec4 pose = texelFetch(poses, ivec2(int(body.x), 0), 0), spin = texelFetch(poses, ivec2(int(body.x), 1), 0);
  vec3 at = turn * (spun(position, spin) + pose.xyz - middle) + ball.z * vec3(ball.x, 0.0, ball.y); // right, towards the viewer, up
  gl_Position = vec4(at.x * scale.x, at.z * scale.y, -at.y * scale.z, 1.0);
  n = turn * spun(normal, spin); c = colour; disc = ball.xy; radius = ball.z; a = near; b = far; soft = body.y; opacity = pose.w;
}`;

const FRAGMENT = `#version 300 es
precision highp float;
uniform vec3 light, ink;
in vec3 n, c;
in vec4 a, b;
in vec2 disc;
in float opacity;
flat in float radius, soft;
out vec4 painted;
float line(float away, float pixel, float isSoft) {
  float wide = isSoft > 0.5 ? max(0.012, 0.6 * pixel) : max(0.03, 1.2 * pixel);
  return (isSoft > 0.5 ? 0.3 : 0.9) * (1.0 - smoothstep(wide - 0.5 * pixel, wide + 0.5 * pixel, away));
}
void main() {
  vec3 normal = n;
  vec4 pa = fwidth(a), pb = fwidth(b);
  float alpha = opacity, dark = 0.0, shine = 0.0, away = length(disc), pixel = fwidth(away);
  if (radius > 0.0) {
    if (away > 1.0) discard;
    normal = vec3(disc.x, sqrt(1.0 - away * away), disc.y);
    alpha *= clamp((1.0 - away) / pixel, 0.0, 1.0);
    dark = smoothstep(0.95 - pixel, 1.0, away) * 0.7;
    shine = 0.25 * pow(max(0.0, dot(normal, normalize(light + vec3(0.0, 1.0, 0.0)))), 24.0);
  } else {
    for (int i = 0; i < 4; i++) dark = max(dark, line(a[i], pa[i], mod(floor(soft / exp2(float(i))), 2.0)));
    if (b.x < 1e2) for (int i = 0; i < 4; i++) dark = max(dark, line(b[i], pb[i], mod(floor(soft / exp2(float(i + 4))), 2.0)));
  }
  float bright = 0.62 + 0.38 * max(0.0, dot(normal, light)) + shine;
  painted = vec4(mix(c * bright, ink, dark) * alpha, alpha);
}`;

/** @type {[string, number][]} */
const FIELDS = [["position", 3], ["normal", 3], ["colour", 3], ["body", 2], ["near", 4], ["far", 4], ["ball", 3]];
const STRIDE = FIELDS.reduce((sum, [, size]) => sum + size, 0);
const MAX_BODIES_IN_ROW = 2048; // the least size of a texture that every WebGL has

/** @param {string} fill */
const channels = (fill) => [1, 3, 5].map((i) => parseInt(fill.slice(i, i + 2), 16) / 255);

/** The triangles of a scene as numbers; the parts of a body are its faces and balls.
 *  @param {Scene} scene
 *  @returns {Mesh} */
function meshOf(scene) {
  /** @type {number[]} */
  const values = [];
  /** @type {Mesh["bodies"]} */
  const bodies = [];
  const noSides = Array(MAX_SIDES).fill(1e3);
  const here = () => values.length / STRIDE;
  scene.bodies.forEach((body, number) => {
    const first = here();
    /** @type {Part[]} */
    const parts = [];
    for (const face of body.faces) {
      const start = here(), { corners, normal } = face, colour = face.fill ? channels(face.fill) : WALL;
      const soft = corners.reduce((bits, _, i) => bits + (i < MAX_SIDES && (face.isPatch || face.soft?.[i]) ? 2 ** i : 0), 0);
      for (let i = 2; i < corners.length; i++) {
        for (const corner of [corners[0], corners[i - 1], corners[i]]) values.push(...corner, ...normal, ...colour, number, soft, ...distances(corners, corner), 0, 0, 0);
      }
      parts.push({ first: start, count: here() - start, normal, inside: face.inside });
    }
    for (const { middle, radius, fill } of body.balls) {
      const start = here();
      for (const [x, y] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]]) values.push(...middle, 0, 0, 0, ...channels(fill), number, 0, ...noSides, x * 1.02, y * 1.02, radius);
      parts.push({ first: start, count: 6, normal: null, inside: middle });
    }
    bodies.push({ first, count: here() - first, parts });
  });
  return { values: new Float32Array(values), bodies };
}

/** How far a point of a face is from each of its sides.
 *  @param {Vector[]} corners
 *  @param {Vector} point */
function distances(corners, point) {
  return Array.from({ length: MAX_SIDES }, (_, i) => {
    if (i >= corners.length) return 1e3;
    const corner = corners[i], along = corners[(i + 1) % corners.length].map((value, k) => value - corner[k]), to = point.map((value, k) => value - corner[k]);
    const at = along.reduce((sum, value, k) => sum + value * to[k], 0) / Math.hypot(...along);
    return Math.sqrt(Math.max(0, to.reduce((sum, value) => sum + value * value, 0) - at * at));
  });
}

class WebGLPainter {
  #canvas = document.createElement("canvas"); #gl; #program; #names; #poses;
  #scene = /** @type {Scene | null} */ (null);
  #mesh = /** @type {Mesh} */ ({ values: new Float32Array(), bodies: [] });

  /** An Error where the browser has no WebGL 2. */
  constructor() {
    const gl = this.#canvas.getContext("webgl2", { antialias: true, premultipliedAlpha: true });
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.#gl = gl;
    this.#program = gl.createProgram();
    for (const [kind, text] of /** @type {const} */ ([[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]])) {
      const shader = gl.createShader(kind);
      if (!shader) throw new Error("WebGL: the context is lost");
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.#program, shader);
    }
    gl.linkProgram(this.#program);
    if (!gl.getProgramParameter(this.#program, gl.LINK_STATUS)) throw new Error(`WebGL: ${gl.getProgramInfoLog(this.#program)}`);
    gl.useProgram(this.#program);
    this.#names = Object.fromEntries(["turn", "middle", "scale", "light", "ink"].map((name) => [name, gl.getUniformLocation(this.#program, name)]));
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    let offset = 0;
    for (const [name, size] of FIELDS) {
      const place = gl.getAttribLocation(this.#program, name);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, STRIDE * 4, offset);
      offset += size * 4;
    }
    this.#poses = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#poses);
    for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.NEAREST], [gl.TEXTURE_MAG_FILTER, gl.NEAREST]]) gl.texParameteri(gl.TEXTURE_2D, name, value);
    gl.uniform3fv(this.#names.light, LIGHT);
    gl.uniform3fv(this.#names.ink, INK);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.SCISSOR_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(0, 0, 0, 0);
  }

  get isLost() {
    return this.#gl.isContextLost();
  }

  /** @param {Scene} scene */
  canPaint(scene) {
    return scene.bodies.length <= MAX_BODIES_IN_ROW;
  }

  /** @param {CanvasRenderingContext2D} context
   *  @param {Scene} scene
   *  @param {View} view */
  paint(context, scene, { turn, scale, poses }) {
    const gl = this.#gl, { width, height } = context.canvas;
    if (this.#canvas.width < width || this.#canvas.height < height) {
      this.#canvas.width = Math.max(this.#canvas.width, width);
      this.#canvas.height = Math.max(this.#canvas.height, height);
    }
    if (this.#scene !== scene) {
      this.#scene = scene;
      this.#mesh = meshOf(scene);
      gl.bufferData(gl.ARRAY_BUFFER, this.#mesh.values, gl.STATIC_DRAW);
    }
    gl.viewport(0, 0, width, height);
    gl.scissor(0, 0, width, height);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, poses.length, 2, 0, gl.RGBA, gl.FLOAT, new Float32Array([...poses.flatMap(({ at, alpha }) => [...at, alpha]), ...poses.flatMap(({ spin }) => spin)]));
    const deepest = poses.reduce((most, { at, spin }, i) => Math.max(most, Math.hypot(...spun(scene.bodies[i].middle, spin).map((value, k) => value + at[k] - scene.middle[k])) + scene.bodies[i].radius), 1);
    const columns = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => turned(axis, turn));
    gl.uniformMatrix3fv(this.#names.turn, false, columns.flat());
    gl.uniform3fv(this.#names.middle, scene.middle);
    gl.uniform3f(this.#names.scale, (2 * scale) / width, (2 * scale) / height, 0.99 / deepest);
    this.#paintOpaque(scene, poses);
    this.#paintInOrder(scene, turn, poses);
    context.drawImage(this.#canvas, 0, this.#canvas.height - height, width, height, 0, 0, width, height);
  }

  /** @param {Scene} scene
   *  @param {Required<Pose>[]} poses */
  #paintOpaque(scene, poses) {
    const gl = this.#gl;
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    this.#mesh.bodies.forEach(({ first, count }, i) => {
      if (poses[i].alpha >= 1 && !scene.bodies[i].balls.length && count) gl.drawArrays(gl.TRIANGLES, first, count);
    });
  }

  /** From back to front: walls, faces of transparent bodies that are turned to the viewer, and balls, which have smooth edges.
   *  @param {Scene} scene
   *  @param {Turn} turn
   *  @param {Required<Pose>[]} poses */
  #paintInOrder(scene, turn, poses) {
    const gl = this.#gl;
    /** @type {[number, Part][]} */
    const shown = [];
    this.#mesh.bodies.forEach(({ parts }, i) => {
      const { isWall, balls } = scene.bodies[i];
      if (poses[i].alpha <= 0 || (poses[i].alpha >= 1 && !balls.length)) return;
      for (const part of parts) {
        const facing = part.normal ? turned(spun(part.normal, poses[i].spin), turn)[1] : 1;
        if (isWall ? facing > -1e-6 : facing < 1e-6) continue;
        shown.push([isWall ? -Infinity : turned(spun(part.inside, poses[i].spin).map((value, k) => value + poses[i].at[k]), turn)[1], part]);
      }
    });
    if (!shown.length) return;
    shown.sort(([a], [b]) => (a === b ? 0 : a - b));
    const order = shown.flatMap(([, { first, count }]) => Array.from({ length: count }, (_, i) => first + i));
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(order), gl.STREAM_DRAW);
    gl.depthMask(false);
    gl.enable(gl.BLEND);
    gl.drawElements(gl.TRIANGLES, order.length, gl.UNSIGNED_INT, 0);
    gl.depthMask(true);
  }
}

/** @type {WebGLPainter | null | undefined} */
let painter; // null where there is no WebGL

/** The painter with WebGL; null where the browser has none. It is made again after its context was lost. */
function painterWithWebGL() {
  if (painter === undefined || painter?.isLost) {
    try {
      painter = new WebGLPainter();
    } catch (error) {
      console.info(error);
      painter = null;
    }
  }
  return painter;
}

/** Whether surfaces are hidden correctly while pieces move. */
export const hasWebGL = () => painterWithWebGL() !== null;

/** Paint a scene (see solid_drawing.js). `turn` is {yaw, pitch} in radians, `apart` 0 to 1, `zoom` 1 to fit; `poses` say of bodies
 *  where they are moved and how opaque they are, and how they are rotated before: {at, alpha, spin}; `reach` is how far from the middle anything comes; `size` is in
 *  pixels, default: that on the page; `arrow` are points in space along which an arrow is drawn over all.
 *  @param {HTMLCanvasElement} canvas
 *  @param {Scene} scene
 *  @param {{ turn?: Turn, apart?: number, zoom?: number, poses?: ArrayLike<Pose | undefined>, reach?: number, size?: [number, number], arrow?: Vector[] }} [options] */
export function paint(canvas, scene, { turn = DEFAULT_VIEW, apart = 0, zoom = 1, poses = [], reach = reachOf(scene, apart), size, arrow = [] } = {}) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = (size ?? [canvas.clientWidth || 200, canvas.clientHeight || 130]).map((side) => Math.max(1, Math.round(side * ratio)));
  [canvas.width, canvas.height] = [width, height];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const placed = scene.bodies.map((body, i) => {
    const { at, alpha, spin = NO_SPIN } = poses[i] ?? STILL, by = pulled(scene, body, apart);
    return { at: at.map((value, k) => value + by[k]), alpha: body.isWall ? WALL_ALPHA : alpha, spin };
  });
  const how = { turn, scale: (Math.min(width, height) / (reach * 2.06 || 1)) * zoom, poses: placed };
  const quick = painterWithWebGL();
  if (quick?.canPaint(scene)) quick.paint(context, scene, how);
  else paintFromBack(context, scene, how);
  if (arrow.length > 1) drawArrow(context, arrow.map((point) => onCanvas(context, turned(point.map((value, k) => value - scene.middle[k]), turn), how.scale)), how.scale);
}

/** Where a point is painted that is seen so far to the right and up from the middle.
 *  @param {CanvasRenderingContext2D} context
 *  @param {Vector} seen
 *  @param {number} scale
 *  @returns {Point} */
const onCanvas = ({ canvas: { width, height } }, [x, , z], scale) => [width / 2 + x * scale, height / 2 - z * scale];

/** Draw an arrow with its tip at the last point, dark with a pale edge, so that it is seen on all colours.
 *  @param {CanvasRenderingContext2D} context
 *  @param {Point[]} points
 *  @param {number} scale */
function drawArrow(context, points, scale) {
  const tip = points[points.length - 1], head = Math.min(HEAD * scale, MAX_HEAD * context.canvas.height);
  const path = points.filter(([x, y], i) => !i || Math.hypot(tip[0] - x, tip[1] - y) > head), from = path[path.length - 1];
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]) || 1, [x, y] = [(tip[0] - from[0]) / length, (tip[1] - from[1]) / length];
  const root = /** @type {Point} */ ([tip[0] - head * x, tip[1] - head * y]);
  [context.lineCap, context.lineJoin, context.globalAlpha] = ["round", "round", 1];
  for (const [colour, edge] of /** @type {[string, number][]} */ ([[ARROW_EDGE, 0.2 * head], [ARROW, 0]])) {
    [context.strokeStyle, context.fillStyle] = [colour, colour];
    context.lineWidth = 0.28 * head + edge;
    context.beginPath();
    [...path, root].forEach(([a, b], i) => (i ? context.lineTo(a, b) : context.moveTo(a, b)));
    context.stroke();
    context.lineWidth = edge;
    context.beginPath();
    context.moveTo(tip[0], tip[1]);
    for (const side of [1, -1]) context.lineTo(root[0] - side * 0.55 * head * y, root[1] + side * 0.55 * head * x);
    context.closePath();
    if (edge) context.stroke();
    context.fill();
  }
}

/** @param {CanvasRenderingContext2D} context
 *  @param {Scene} scene
 *  @param {View} view */
function paintFromBack(context, scene, { turn, scale, poses }) {
  const { width, height } = context.canvas;
  /** @param {Vector} point
   *  @param {number} i */
  const place = (point, i) => turned(spun(point, poses[i].spin).map((value, k) => value + poses[i].at[k] - scene.middle[k]), turn);
  /** @typedef {{ body: import("./solid_drawing.js").Body, i: number, depth: number, face?: import("./solid_drawing.js").Face, ball?: import("./solid_drawing.js").Ball }} Shown */
  const shown = scene.bodies.flatMap((body, i) => /** @type {Shown[]} */ (poses[i].alpha <= 0 ? [] : [
    ...body.faces.filter((face) => turned(spun(face.normal, poses[i].spin), turn)[1] * (body.isWall ? -1 : 1) > 1e-6)
      .map((face) => ({ face, body, i, depth: body.isWall ? -Infinity : place(face.inside, i)[1] })),
    ...body.balls.map((ball) => ({ ball, body, i, depth: place(ball.middle, i)[1] })),
  ]));
  shown.sort((a, b) => (a.depth === b.depth ? 0 : a.depth - b.depth));
  context.lineJoin = "round";
  for (const { face, ball, body, i } of shown) {
    context.globalAlpha = body.isWall ? 0.4 : poses[i].alpha;
    context.strokeStyle = body.isWall ? WALL_INK : "#20242a";
    context.lineWidth = Math.max(0.6, scale * 0.035);
    context.beginPath();
    if (ball) {
      const [x, y] = onCanvas(context, place(ball.middle, i), scale), radius = ball.radius * scale;
      const glow = context.createRadialGradient(x + radius * 0.3, y - radius * 0.5, 0, x, y, radius);
      glow.addColorStop(0, shade(ball.fill, 1));
      glow.addColorStop(1, shade(ball.fill, 0.66));
      context.fillStyle = glow;
      context.arc(x, y, radius, 0, 2 * Math.PI);
    } else if (face) {
      face.corners.forEach((corner, k) => context[k ? "lineTo" : "moveTo"](...onCanvas(context, place(corner, i), scale)));
      context.closePath();
      context.fillStyle = body.isWall || !face.fill ? "rgb(140 145 155 / 25%)" : shade(face.fill, lightness(turned(spun(face.normal, poses[i].spin), turn)));
    }
    context.fill();
    context.stroke();
  }
  context.globalAlpha = 1;
}
