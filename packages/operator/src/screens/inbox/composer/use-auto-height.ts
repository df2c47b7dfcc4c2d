import { useEffect, useLayoutEffect } from "react";

/** Grows the field with its text, up to 40 % of the conversation's height. */
export function useAutoHeight(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    if (field.current) updateHeight(field.current);
  }, [field, text]);
  useEffect(() => {
    const update = () => {
      if (field.current) updateHeight(field.current);
    };
    window.addEventListener("resize", update);
    return () => window.removeEventListener("resize", update);
  }, [field]);
}

function updateHeight(area: HTMLTextAreaElement): void {
  area.style.blockSize = "auto";
  // An empty field has its default height. Measuring it would force a layout at every switch of the
  // chat.
  if (area.value === "") {
    area.style.overflowY = "hidden";
    return;
  }
  const maxHeight = (area.closest(".talk")?.clientHeight ?? 600) * 0.4;
  area.style.blockSize = `${Math.min(area.scrollHeight, maxHeight)}px`;
  area.style.overflowY = area.scrollHeight > maxHeight ? "auto" : "hidden";
}
