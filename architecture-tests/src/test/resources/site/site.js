"use strict";
(function () {
  const root = document.body.dataset.root;
  const input = document.getElementById("site-search");
  const results = document.getElementById("site-results");
  const MOST = 12;

  function ranked(words) {
    const found = [];
    for (const entry of window.SEARCH_INDEX || []) {
      const page = entry.page.toLowerCase(), heading = entry.heading.toLowerCase(), text = entry.text.toLowerCase();
      let points = 0;
      for (const word of words) {
        const here = (heading.includes(word) ? 8 : 0) + (page.includes(word) ? 4 : 0) + (text.includes(word) ? 1 : 0);
        if (here === 0) { points = 0; break; }
        points += here;
      }
      // There are hundreds of requirements, one for each word of the protocol; who looks for those has the catalogue.
      if (entry.url.startsWith("acp-tck/")) points /= 16;
      if (points > 0) found.push({ entry, points });
    }
    return found.sort((a, b) => b.points - a.points).slice(0, MOST).map(each => each.entry);
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(word => word.length > 1);
    results.replaceChildren();
    if (words.length === 0) { results.hidden = true; return; }
    const entries = ranked(words);
    for (const entry of entries) {
      const item = document.createElement("li"), link = document.createElement("a"), page = document.createElement("small");
      link.href = root + entry.url;
      link.textContent = entry.heading || entry.page;
      page.textContent = entry.page;
      link.append(page);
      item.append(link);
      results.append(item);
    }
    if (entries.length === 0) {
      const item = document.createElement("li");
      item.textContent = "Nothing found";
      results.append(item);
    }
    results.hidden = false;
  }

  input.addEventListener("input", show);
  input.addEventListener("keydown", event => {
    if (event.key === "Escape") { input.value = ""; show(); }
    if (event.key === "Enter") { const first = results.querySelector("a"); if (first) location.href = first.href; }
    if (event.key === "ArrowDown") { const first = results.querySelector("a"); if (first) { first.focus(); event.preventDefault(); } }
  });
  results.addEventListener("keydown", event => {
    if (event.key === "Escape") { results.hidden = true; input.focus(); }
  });
  document.addEventListener("click", event => {
    if (!event.target.closest(".search")) results.hidden = true;
  });

  document.getElementById("site-theme").addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme
        || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const next = theme === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try { localStorage.setItem("acp4j-theme", next); } catch (e) { /* no storage: until the next page */ }
  });
})();
