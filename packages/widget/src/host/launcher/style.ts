import type { LoaderContext } from "../../loader/start.ts";

export interface WidgetStyle {
  readonly accent: string;
  readonly onAccent: string;
  readonly side: "left" | "right";
  readonly offset: number;
  readonly offset_bottom: number;
  readonly radius: number;
  /** Total height in pixels of other widgets that are below this one on the page. */
  readonly lift: number;
  readonly isDark: boolean;
  /** Whether the styles also apply if a style of the page hides the widget (WG-095). */
  readonly isForced: boolean;
  /**
   * The part of a small screen that its keyboard does not cover, in pixels. Null on wide screens.
   */
  readonly view: { readonly top: number; readonly height: number } | null;
}

/**
 * The chat window covers the screen below this width, or on a touch screen below this height, such
 * as a phone in landscape (WG-088).
 */
export const phoneQuery = "(max-width:479.9px),(max-height:479.9px) and (pointer:coarse)";

/** Returns the styles of all parts of the widget on the page. */
export function buildCss({ buildHostCss }: LoaderContext["builders"], style: WidgetStyle): string {
  const { accent, onAccent, side, offset, offset_bottom, radius, lift, isDark, view, isForced } =
    style;
  const [surface, text, soft, focus, edge] = isDark
    ? ["#1a1e22", "#eceef0", "#b9bfc5", "#8ab4ff", "255 255 255/.08"]
    : ["#fff", "#1c2125", "#4f5457", "#1450d2", "28 33 37/.08"];
  // The side is physical and does not depend on the text direction.
  const [alignment, rtlAlignment] = side === "right" ? ["end", "start"] : ["start", "end"];
  return `${buildHostCss(style, lift)}
${isForced ? ":host{display:block!important}" : ""}
.p{color-scheme:${isDark ? "dark" : "light"};display:flex;flex-direction:column;align-items:${alignment};color:${text};pointer-events:none}
.p[dir=rtl]{align-items:${rtlAlignment}}
.p>*{pointer-events:auto}
:focus-visible{outline:2px solid ${focus};outline-offset:2px}
.l,.b,iframe{box-shadow:0 0 0 1px rgb(${edge}),0 1px 2px rgb(0 0 0/.08),0 12px 32px rgb(0 0 0/.16)}
.l{background:${accent};color:${onAccent};transition:transform .12s}
.l:hover{transform:translateY(-1px)}
i{min-width:20px;height:20px;padding:0 5px;border-radius:10px;background:#b0261e;color:#fff;font:650 12px/20px system-ui,sans-serif;text-align:center}
.l i{position:absolute;top:-3px;right:-3px;box-shadow:0 0 0 2px #fff}
.b{display:flex;align-items:center;width:min(320px,100vw - ${2 * offset}px);min-height:56px;border-radius:${radius}px;background:${surface}}
.b>button:first-child{flex:1;min-width:0;min-height:56px;gap:10px;padding-inline:12px 4px;text-align:start;border-radius:${radius}px}
.w{flex:1;font-weight:550;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.w small{display:block;font-size:13px;font-weight:400;color:${soft}}
.x{width:44px;height:44px;border-radius:8px;color:${soft}}
iframe{display:none;position:absolute;bottom:68px;${side}:0;width:min(380px,100vw - ${2 * offset}px);height:min(640px,100vh - ${2 * offset_bottom + 68 + lift}px);height:min(640px,100dvh - ${2 * offset_bottom + 68 + lift}px);border:0;border-radius:${radius}px;background:${surface}}
.o iframe{display:block}
.n iframe{bottom:0}
@media ${phoneQuery}{.o iframe{position:fixed;inset:${view === null ? "0" : `${view.top}px 0 auto`};width:100%;height:${view === null ? "100%" : `${view.height}px`};border-radius:0}
.o.h iframe{inset:auto 0 0;height:50%;border-radius:${radius}px ${radius}px 0 0}.l{z-index:1}.o.d .l{display:none}}
@media (prefers-reduced-motion){*{transition:none!important}}
@media (forced-colors:active){.l,.b,iframe{border:1px solid CanvasText}}
@media print{:host{display:none!important}}`;
}
