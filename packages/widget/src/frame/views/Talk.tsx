import { Composer } from "./Composer.tsx";
import { Greeting } from "./Greeting.tsx";
import { later } from "./later.tsx";
import { Log } from "./Log.tsx";
import type { View } from "./view.ts";
import type { Picture } from "./Viewer.tsx";

const Ended = later(async () => (await import("./Ended.tsx")).Ended);

export interface TalkProps extends View {
  readonly hasEnded: boolean;
  readonly open: (picture: Picture) => void;
  readonly attach: (files: FileList | null) => void;
}

/** What was said, and where the visitor writes; before the first message the greeting, after the end the way on. */
export function Talk({ hasEnded, open, attach, ...view }: TalkProps) {
  const { messages, outbox, isFresh } = view.model;
  const isBegun = outbox.length > 0 || (messages.length > 0 && !isFresh);
  return (
    <>
      {hasEnded || isBegun ? <Log {...view} open={open} /> : <Greeting {...view} />}
      {hasEnded ? <Ended {...view} /> : <Composer {...view} attach={attach} />}
    </>
  );
}
