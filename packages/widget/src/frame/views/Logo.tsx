import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";

/** The widget's logo, or the first letter of its name (WG-112). */
export function Logo({ face: { logo, name } }: { readonly face: WidgetScriptConfig }) {
  return (
    <span class="pw-logo" aria-hidden="true">
      {logo === null ? Array.from(name.trim())[0]?.toUpperCase() : <img src={logo} alt="" />}
    </span>
  );
}
