import { useEffect, useLayoutEffect } from "react";

/** Grows with its text up to 40 % of the conversation. */
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
  // Without text it is as high as its rows; to ask would lay out the page at every switch to another chat.
  if (area.value === "") {
    area.style.overflowY = "hidden";
    return;
  }
  const most = (area.closest(".talk")?.clientHeight ?? 600) * 0.4;
  area.style.blockSize = `${Math.min(area.scrollHeight, most)}px`;
  area.style.overflowY = area.scrollHeight > most ? "auto" : "hidden";
}
