const ring = "M17.25 10a7.25 7.25 0 1 1-14.5 0 7.25 7.25 0 0 1 14.5 0z";
const paths = {
  x: "M5 5l10 10M15 5L5 15",
  min: "M4.5 10h11",
  down: "M5 7.5l5 5 5-5",
  send: "M10 16V4.5M5 9.5l5-5 5 5",
  clip: "M16 9.5l-6 6a3.6 3.6 0 0 1-5.1-5.1l6.4-6.4a2.4 2.4 0 0 1 3.4 3.4l-6.3 6.3a1.2 1.2 0 0 1-1.7-1.7l5.6-5.6",
  smile: `${ring}M7 11.8c.7 1 1.7 1.6 3 1.6s2.3-.6 3-1.6M7.4 7.8v.01M12.6 7.8v.01`,
  check: "M4.5 10.5l3.7 3.7 7.3-8",
  clock: `${ring}M10 6v4.2l2.7 1.6`,
  alert: `${ring}M10 6.3v4.2M10 13.6v.01`,
  retry: "M15.8 8A6.3 6.3 0 1 0 16.2 11M16.2 4.2V8h-3.8",
  bot: "M5.5 7h9a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2zM10 7V4M7.5 11v1M12.5 11v1M1.75 10.5v2.5M18.25 10.5v2.5",
  more: "M4.5 10v.01M10 10v.01M15.5 10v.01",
  camera:
    "M7 5l1-1.5h4L13 5h3a1.5 1.5 0 0 1 1.5 1.5V14a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 14V6.5A1.5 1.5 0 0 1 4 5zM12.75 10a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 0 1 5.5 0z",
} as const;

interface IconProps {
  readonly small?: boolean;
}
/** An outline icon. It is always next to a text or inside a labelled control. */
export function Icon({ name, small = false }: IconProps & { readonly name: keyof typeof paths }) {
  return <OutlineIcon path={paths[name]} small={small} />;
}
/** An icon whose path is passed in, because it belongs to the script of a rarely used view. */
export function OutlineIcon({ path, small = false }: IconProps & { readonly path: string }) {
  return (
    <svg class={small ? "pw-i pw-i-16" : "pw-i"} viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
