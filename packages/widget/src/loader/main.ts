import type { WidgetFace } from "@parlour/protocol/widget-settings";
import { startWidget } from "./start.ts";

/** Put around this script by the server. */
declare const PARLOUR: WidgetFace;
/** Name of the file with the rest, put in by the build. */
declare const PARLOUR_HOST: string;

startWidget(PARLOUR, `${PARLOUR.base}/frame/assets/${PARLOUR_HOST}`);
