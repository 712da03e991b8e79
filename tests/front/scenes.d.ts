// What the scripts of the TV's scenes hand to each other (static/scenes.js, static/scenes/), for the type checker. The
// page says when and where (companion/screens/scenes/times.py): each player names what it reads of that.

/** When a part of a scene begins, in ms, and for how long it lasts. */
type Span = [at: number, lasts: number];

/** The same where several have the part: each next one begins so much later. */
type Steps = [at: number, lasts: number, each: number];

/** The numbers in the attributes of an element: one, or a list; some are left out. */
type Readings = Record<string, number | number[] | undefined>;

/** What every scene has; and, where its player calls `between` or `award`, what these read. */
type Times = {
  length: number;
  announced: number;
  fade: number;
  blink: number;
  edge: number;
  star: Span;
  point: Span;
};

/** What moves; colours, shadows and visibility are only held. */
type Styles = Partial<
  Record<"boxShadow" | "color" | "fill" | "opacity" | "transform" | "visibility", string | number>
>;

/** A frame of an animation, with its easing until the next one; null is what the style sheet says. */
type Frame = [at: number, values: Styles | null, easing?: string];

/** A sound of the TV, by its name in sound.js. */
type Cue = [at: number, name: string];

/** What a player has made of a scene. */
type Played = { animations?: Animation[]; cues?: Cue[] };

/** Gets the section of a scene. It yields where the browser may draw. */
type Player = (section: HTMLElement) => Played | Generator<unknown, Played, void>;

/** The animations of one scene, which begin together. */
interface Timeline<When extends Times = Times> {
  when: When;
  all(selector: string, within?: ParentNode): HTMLElement[];
  find(selector: string): HTMLElement | null;
  go(element: Element | null, frames: Frame[]): void;
  move(selector: string, frames: Keyframe[], when: Span | Steps, easing?: string): void;
  cue(...some: Cue[]): void;
  appear(element: Element | null, at: number, lasts?: number): void;
  vanish(element: Element | null, at: number, lasts?: number): void;
  come(element: Element | null, when: Span | Steps, style: Styles, easing?: string): void;
  between(element: Element | null, begins: number, ends: number): void;
  award(star: HTMLElement, score: Element | null): void;
  make(): void;
  hold(elements: Element[], until: number, style: Styles): void;
  readonly played: Played;
}

interface Window {
  scenes: {
    register(kind: string, play: Player): void;
    timeline<When extends Times>(section: HTMLElement): Timeline<When>;
    moves: {
      LAND: string;
      GLIDE: string;
      STEP: string;
      FALL: string;
      ARC: string;
      by(x: number, y: number, more?: string): { transform: string };
      read<Found extends Readings>(element: HTMLElement): Found;
      groups<Each>(list: Each[], size: number): Each[][];
    };
  };
}
