/** Small things this browser remembers. Where it may not remember (private windows), they last as long as the page. */

const own = new Map<string, string>();

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`quintain.${name}`);
  } catch {
    return own.get(name) ?? null;
  }
}

export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`quintain.${name}`);
    else localStorage.setItem(`quintain.${name}`, value);
  } catch {
    if (value === null) own.delete(name);
    else own.set(name, value);
  }
}
