// Boards whose opposite sides are joined: where cells of the unwrapped plane lie on them.

/** The cell of the board that a cell of the plane is a copy of; null beyond an edge.
 *  @param {Api.SurfaceView} surface
 *  @param {Cell} cell
 *  @returns {Cell | null} */
export function takenBack({ width, height, is_turned, is_closed }, [x, y]) {
  const turns = Math.floor(x / width), row = is_closed ? y - height * Math.floor(y / height) : y;
  if (row < 0 || row >= height) return null;
  return [x - width * turns, is_turned && turns % 2 ? height - 1 - row : row];
}

/** Cells of the plane as cells of the board; those beyond an edge, and all where no sides are joined, stay as they are.
 *  @param {Api.SurfaceView | null} surface
 *  @param {Cell[]} cells
 *  @returns {Cell[]} */
export const taken = (surface, cells) => (surface ? cells.map((cell) => takenBack(surface, cell) ?? cell) : cells);
