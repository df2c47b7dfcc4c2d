import { useNavigate, useParams, useSearch as useAddress } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { idOf } from "../../ui/address-id.ts";

/** How long after the last key the search begins by itself. */
const typingMs = 300;

/** What is asked of the archive: the address says it, the field is ahead of it while somebody types. */
export function useAsked() {
  const navigate = useNavigate();
  const params: { chat?: string } = useParams({ strict: false });
  const { q = "", at = null }: { q?: string; at?: number | null } = useAddress({ strict: false });
  const { text, setText, setAsked } = useField(q);
  const search = (next: string) => {
    const words = next.trim();
    if (words === q) return;
    setAsked(words);
    void navigate({ to: "/archive/{-$chat}", params: { chat: params.chat }, search: words === "" ? {} : { q: words }, replace: true });
  };
  const chatId = idOf(params.chat);
  useAfterTyping(text, search);
  return {
    chatId,
    q,
    at,
    text,
    setText,
    search,
    /** Leaves the chat; false when none is open. */
    close: () => {
      if (chatId === null) return false;
      void navigate({ to: "/archive/{-$chat}", params: { chat: undefined }, search: q === "" ? {} : { q } });
      return true;
    },
  };
}

/** The words of the field, and what this screen asked for last: when that and the address part, the address changed by itself (back, forward, a link). */
function useField(q: string) {
  const [text, setText] = useState(q);
  const [asked, setAsked] = useState(q);
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    if (q !== asked) {
      setAsked(q);
      setText(q);
    }
  }
  return { text, setText, setAsked };
}

function useAfterTyping(text: string, search: (text: string) => void): void {
  const late = useRef(search);
  useEffect(() => {
    late.current = search;
  });
  useEffect(() => {
    const timer = setTimeout(() => late.current(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
}
