/** Where the page is, as the part of the address behind "#": nothing of it is ever sent to a server. */

class Router {
  path = $state(read());

  constructor() {
    addEventListener("hashchange", () => (this.path = read()));
  }

  /** The path in parts: "#/rules/riposte/RI-07" is ["rules", "riposte", "RI-07"]. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(decodeURIComponent);
  }

  go(path: string): void {
    location.hash = path;
  }

  /** Goes there without leaving a step behind: a link with a secret must not stay in the history. */
  replace(path: string): void {
    history.replaceState(null, "", `#${path}`);
    this.path = path;
  }
}

function read(): string {
  return location.hash.replace(/^#/, "") || "/";
}

export const router = new Router();

/** An address inside the page, from its parts. */
export function href(...parts: (string | number)[]): string {
  return "#/" + parts.map((part) => encodeURIComponent(String(part))).join("/");
}
