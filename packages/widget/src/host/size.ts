/** Size and place of what is seen, told when they changed (WG-020 onResizeCallback). */
export interface Size {
  /** Before the first change, so that there is something to differ from. */
  begin(): void;
  /** Asked in its turn: what is seen now, when it differs from what was told; else null. */
  readonly changed: () => { readonly width: number; readonly height: number } | null;
  readonly hasBegun: () => boolean;
}

export function sizeSeen(box: () => DOMRect): Size {
  let last = "";
  return {
    begin() {
      if (last === "") last = measure(box());
    },
    changed() {
      const { width, height } = box();
      const measured = measure(box());
      if (measured === last) return null;
      last = measured;
      return { width: Math.round(width), height: Math.round(height) };
    },
    hasBegun: () => last !== "",
  };
}

function measure({ left, top, width, height }: DOMRect): string {
  return [left, top, width, height].map(Math.round).join();
}
