import type { Kind } from "./facets.js";

/** Strokes of 16 × 16 pictures, one a kind: shapes that tell apart without colour. */
const PICTURES: Readonly<Record<Kind, string>> = {
  success: "M3 8.5 6.5 12 13 4.5",
  empty: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11M12.5 3.5l-9 9",
  "error-result": "M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.2",
  "converted-throw": "M2 3h12v8H7.5L4.5 13.5V11H2zM5 6h6M5 8.5h3.5",
  "ordinary-text": "M3.5 2h9v12h-9zM6 5.5h4M6 8h4M6 10.5h2",
  result: "M3.5 2h9v12h-9zM6 5.5h4M6 8h4M6 10.5h2",
  hidden:
    "M1.5 8C4.5 3.5 11.5 3.5 14.5 8 11.5 12.5 4.5 12.5 1.5 8M8 6.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 1 0 0-3.4M2.5 13.5l11-11",
  "protocol-error": "M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM6 6l4 4M10 6l-4 4",
  unknown: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9 8 10M8 12.3v.2",
};

/** The pictures, once for the page. */
export const ICONS = `<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>
${Object.entries(PICTURES)
  .map(([kind, path]) => `<symbol id="i-${kind}" viewBox="0 0 16 16"><path d="${path}"/></symbol>`)
  .join("\n")}
</defs></svg>`;

/** The picture of a kind; words beside it say the same. */
export function icon(kind: Kind): string {
  return `<svg class="icon" aria-hidden="true"><use href="#i-${kind}"/></svg>`;
}
