/** The inbox. */
export function Screen() {
  return <main className="inbox" />;
}
