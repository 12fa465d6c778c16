/**
 * A script for a page: every visible piece of text whose contrast with what is behind it is lower than `least`, after the
 * formula of WCAG 2.2 (relative luminance). Colours are solid on these pages, so the nearest background that is one counts.
 */
export function lowContrast(least: number): string {
  return `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const solid = (color) => channels(color)[3] !== 0;
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (solid(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const low = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (text.data.trim() === "" || !node.checkVisibility()) continue;
    const color = getComputedStyle(node).color;
    const [light, dark] = [color, behind(node)].map((c) => luminance(channels(c))).sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < ${least}) low.push(text.data.trim().slice(0, 40) + ": " + color + " on " + behind(node) + " is " + ratio.toFixed(2));
  }
  return [...new Set(low)];
})()`;
}
