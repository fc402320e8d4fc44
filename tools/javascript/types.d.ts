// Types that many modules share.

/** A cell: as many integers as the lattice has dimensions. */
type Cell = number[];

/** A point of the plane, or a vector. */
type Point = [number, number];

/** A point in space, or a vector. */
type Point3 = [number, number, number];

/** What is written on a cell, see js/cells.js. */
interface Mark {
  text: string;
  cost: string;
  ground?: string;
  ink?: string;
}

/** How a piece looks. */
type Look = Pick<Api.PieceView, "fill" | "pattern" | "mark" | "ink"> & { name?: string; label?: string };

/** A position of a game: a move, which is a text, leads to the next one, or is refused with an error. */
interface Game {
  play(move: string): this;
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

/** The model of a widget, as anywidget gives it to `render`. */
interface WidgetModel<Traits> {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  save_changes(): void;
  send(content: unknown): void;
  on(event: string, listener: (content: any) => void): void;
  off(event: string, listener: (content: any) => void): void;
}
