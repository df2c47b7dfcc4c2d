import { useEffect, useLayoutEffect } from "react";

/** Grows the field with its text, up to 40 % of the conversation's height. */
export function useGrow(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    if (field.current) grow(field.current);
  }, [field, text]);
  useEffect(() => {
    const again = () => {
      if (field.current) grow(field.current);
    };
    window.addEventListener("resize", again);
    return () => window.removeEventListener("resize", again);
  }, [field]);
}

function grow(area: HTMLTextAreaElement): void {
  area.style.blockSize = "auto";
  // An empty field has its default height. Measuring it would force a layout at every switch of the
  // chat.
  if (area.value === "") {
    area.style.overflowY = "hidden";
    return;
  }
  const most = (area.closest(".talk")?.clientHeight ?? 600) * 0.4;
  area.style.blockSize = `${Math.min(area.scrollHeight, most)}px`;
  area.style.overflowY = area.scrollHeight > most ? "auto" : "hidden";
}
