// Checks the layout of a report: the page is in a frame of the width of a phone or a screen, with all its parts open.
//
// Returns a list of sentences, one for each violation:
//   - a text overlaps another one, or a line crosses it;
//   - an element is wider than the page, or hides a part of its content;
//   - a text has too little contrast to its background.
function violations(view) {
  const page = view.document, width = view.innerWidth, found = [];
  const name = (element) => element.localName + (element.className ? "." + element.className.trim().split(/\s+/).join(".") : "");
  const short = (text) => JSON.stringify(text.trim().slice(0, 40));
  const complain = (kind, ...rest) => found.push([kind, ...rest].join(" "));

  // Each line of each visible text, without the space above and below its letters.
  const texts = [], walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT), range = page.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || node.parentElement.localName === "style") continue;
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const margin = (bottom - top) * 0.2;
      if (right - left > 1) texts.push({ node, left, right, top: top + margin, bottom: bottom - margin });
    }
  }
  const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom;

  texts.sort((a, b) => a.top - b.top);
  texts.forEach((text, index) => {
    for (let next = index + 1; next < texts.length && texts[next].top < text.bottom; next += 1) {
      const other = texts[next];
      if (other.node !== text.node && meets(text, other)) complain("overlap:", short(text.node.data), "and", short(other.node.data));
    }
    if (text.left < -1 || text.right > width + 1) complain("wide: the text", short(text.node.data));
  });

  // A line may pass behind a text only if something opaque is between them.
  const isOpaque = (element) => !/^(transparent|rgba\(.*, 0(\.\d+)?\))$/.test(view.getComputedStyle(element).backgroundColor);
  for (const line of page.querySelectorAll(".life, .wire, .arrow")) {
    const box = line.getBoundingClientRect();
    if (!box.width && !box.height) continue;
    const area = { left: box.left, right: Math.max(box.right, box.left + 3), top: box.top, bottom: Math.max(box.bottom, box.top + 2) };
    // A lifeline is the left border of its element.
    if (line.classList.contains("life")) area.right = area.left + 6;
    for (const text of texts) {
      if (text.top > area.bottom) break;
      if (line.contains(text.node) || text.bottom < area.top || text.left > area.right || text.right < area.left) continue;
      let cover = text.node.parentElement;
      while (cover && cover.className !== "diagram" && !isOpaque(cover)) cover = cover.parentElement;
      const level = (element) => Number(view.getComputedStyle(element.closest(".diagram > *")).zIndex) || 0;
      const isCovered = cover && cover.closest(".diagram > *") && level(cover) > level(line);
      if (!isCovered) complain("crossed:", short(text.node.data), "by", name(line));
    }
  }

  if (page.documentElement.scrollWidth > width) complain("wide: the page has", page.documentElement.scrollWidth, "of", width, "pixels");
  for (const element of page.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (box.width && (box.left < -1 || box.right > width + 1)) complain("wide:", name(element));
    const style = view.getComputedStyle(element);
    if (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) complain("hidden:", name(element));
  }

  const channels = (color) => (color.match(/[\d.]+/g) || []).map(Number);
  const luminance = (color) => channels(color).slice(0, 3).map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
  const seen = new Set();
  for (const { node } of texts) {
    let behind = node.parentElement;
    while (behind.parentElement && !isOpaque(behind)) behind = behind.parentElement;
    const colors = [view.getComputedStyle(node.parentElement).color, view.getComputedStyle(behind).backgroundColor];
    if (seen.has(colors.join())) continue;
    seen.add(colors.join());
    const [low, high] = colors.map(luminance).sort((a, b) => a - b);
    if ((high + 0.05) / (low + 0.05) < 4.5) complain("faint:", short(node.data), colors.join(" on "));
  }
  return [...new Set(found)];
}
