import { BroadcastList } from "./BroadcastList.tsx";
import { BroadcastPage } from "./BroadcastPage.tsx";
import { NewBroadcast } from "./NewBroadcast.tsx";

/** Settings → Broadcasts (BC-050). */
export const broadcastPages = {
  all: () => <BroadcastList />,
  add: () => <NewBroadcast />,
  one: (id: number) => <BroadcastPage key={id} id={id} />,
  needs: ["broadcasts.manage"],
} as const;
