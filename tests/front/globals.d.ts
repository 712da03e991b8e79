// What scripts of others, and events of our own, look like to the type checker.

interface HtmxEvent extends CustomEvent {
  detail: {
    elt: HTMLFormElement;
    target: HTMLElement;
    xhr: XMLHttpRequest;
    verb: string;
    path: string;
    parameters: FormData | Record<string, string[]>;
    formData: FormData;
    headers: Record<string, string>;
    successful: boolean;
    shouldSwap: boolean;
    requestConfig: { verb: string; formData: FormData };
    issueRequest: (confirmed: boolean) => void;
  };
}

interface HtmxEvents {
  "htmx:confirm": HtmxEvent;
  "htmx:configRequest": HtmxEvent;
  "htmx:beforeSend": HtmxEvent;
  "htmx:afterRequest": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
}

interface HTMLElementEventMap extends HtmxEvents {}
interface DocumentEventMap extends HtmxEvents {
  "live:lost": CustomEvent;
  "tv:announced": CustomEvent<HTMLElement>;
  "tv:cue": CustomEvent<string>;
  "tv:passed": CustomEvent<HTMLElement>;
  "tv:thrown": CustomEvent<string>;
  "tv:undone": CustomEvent<string>;
}

declare const htmx: {
  process(element: Element): void;
  trigger(element: Element, name: string): void;
  ajax(verb: string, address: string, context: { target: string; swap: string }): Promise<void>;
};

interface QrCode {
  addData(text: string, mode: string): void;
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
  make(): void;
}

declare const qrcode: {
  (version: number, correction: string): QrCode;
  stringToBytes: (text: string) => number[];
  stringToBytesFuncs: Record<string, (text: string) => number[]>;
};

interface Window {
  qr: (text: string) => Element;
}
declare const qr: Window["qr"];
