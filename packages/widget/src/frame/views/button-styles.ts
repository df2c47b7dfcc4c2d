import css from "./button.css?inline";
import { addStyles } from "./styles.ts";

// Adds the styles of buttons with a text, for the views that have one (WG-201).
addStyles(css);
