import { useState } from "preact/hooks";
import type { VisitorActions } from "../../actions.ts";
import { Icon } from "../Icon.tsx";
import { usePicture } from "./use-picture.ts";

interface AvatarProps {
  readonly name: string;
  readonly photo: string;
  readonly actions: Pick<VisitorActions, "getServer">;
  readonly bot?: boolean;
  readonly large?: boolean;
}

/** Photo or initials of a person. The name is shown next to it. */
export function Avatar({ name, photo, actions, bot = false, large = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const src = usePicture(actions, photo, null);
  const isShown = photo !== "" && src !== null && src !== "" && src !== broken;
  const tone = bot
    ? "bot"
    : (["a", "b", "c"][
        Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 3
      ] ?? "a");
  return (
    <span class={`pw-av pw-av--${tone}${large ? " pw-av--36" : ""}`} aria-hidden="true">
      {isShown ? (
        <img src={src} alt="" onError={() => setBroken(src)} />
      ) : bot ? (
        <Icon name="bot" small />
      ) : (
        initials(name)
      )}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}
