// Types that many modules share.

/** A cell: as many integers as the lattice has dimensions. */
type Cell = number[];

/** The two cells of a domino. */
type Domino = Cell[];

/** A board of dominoes: its size and rule, and what lies on it. */
interface DominoesOnBoard {
  rows: number;
  columns: number;
  no_slide: boolean;
  dominoes: Domino[];
}

/** A point of the plane, or a vector. */
type Point = [number, number];

/** Three numbers, such as the sizes of a box. */
type Point3 = [number, number, number];

/** A point in space, or a vector: three numbers. */
type Vector = number[];

/** What is written on a cell, see js/cells.js. */
interface Mark {
  text: string;
  cost: string | number;
  ground?: string;
  ink?: string;
}

/** The marks of cells, by their keys. */
type Marks = Map<string, Mark>;

/** How a piece looks. */
type Look = Pick<Api.PieceView, "fill" | "pattern" | "mark" | "ink">;

/** What a lattice also has where the layers of a puzzle in space are drawn side by side, see js/layers.js. */
interface Layering {
  outline(cell: Cell): Point[];
  within(cell: Cell): boolean;
  layers: { z: number; corner: Point }[];
  columns: number;
  size: Point3;
}

/** A lattice that is drawn on a flat board. */
type Lattice = Api.LatticeView & Partial<Layering>;
type LayeredLattice = Api.LatticeView & Layering;

/** A puzzle that is drawn on a flat board. */
type View = Omit<Api.PuzzleView, "lattice"> & { lattice: Lattice };
type LayeredView = Omit<Api.PuzzleView, "lattice"> & { lattice: LayeredLattice };

/** The picture under the pointer while a piece is dragged; `grip` is where it is held, in pixels. */
type DraggedPicture = SVGSVGElement & { grip: Point };

/** A control that turns or reflects a piece: the field of PieceView. */
type Control = "turn" | "back" | "flip" | "tip" | "tip_back" | "roll" | "roll_back";

/** A position of a game. A move, which is a text, leads to the next one; one that is against the rules is an Error. */
interface Game {
  play(move: string): Game;
}

/** What `h` and `s` append: elements and texts; nothing for null. */
type Child = Node | string | number | null | undefined | Child[];

/** The attributes of an element, and its listeners. */
interface Attributes {
  [name: string]: unknown;
  onclick?: (event: MouseEvent) => unknown;
  oninput?: (event: Event) => unknown;
  onchange?: (event: Event) => unknown;
}

/** What may be sent as a model: the server checks which values of a text it accepts. */
type Sent<Model> = Model extends string ? string : Model extends object ? { [Name in keyof Model]: Sent<Model[Name]> } : Model;

/** The model of a widget, as anywidget gives it to `render`. */
interface WidgetModel<Traits> {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  save_changes(): void;
  send(content: unknown): void;
  on(event: string, listener: (content: any) => void): void;
  off(event: string, listener: (content: any) => void): void;
}

/** A request that a page made before its modules were there, see scripts/early_puzzle.js. */
interface Window {
  earlyAnswer?: { path: string; body: string; response: Promise<Response> } | null;
}
