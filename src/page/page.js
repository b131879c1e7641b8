"use strict";
(function () {
  // A line of a source is shown even if its file is folded.
  function show(id) {
    var row = document.getElementById(id);
    if (!row) return;
    var file = row.closest("details");
    if (file) file.open = true;
    document.querySelectorAll(".shown").forEach(function (r) {
      r.classList.remove("shown");
    });
    row.classList.add("shown");
    row.scrollIntoView({ block: "center" });
  }
  function follow() {
    if (/^#f\d+L\d+$/.test(location.hash)) show(location.hash.slice(1));
  }
  window.addEventListener("hashchange", follow);

  // The drawing: its viewBox is what is seen.
  var svg = document.getElementById("braid");
  if (svg) {
    var whole = svg.viewBox.baseVal;
    whole = { x: 0, y: 0, w: whole.width, h: whole.height };
    var view = { x: 0, y: 0, w: whole.w, h: whole.h };
    var put = function () {
      svg.setAttribute("viewBox", [view.x, view.y, view.w, view.h].join(" "));
    };
    // So that one unit of the drawing is `scale` pixels.
    var scaled = function (scale) {
      var box = svg.getBoundingClientRect();
      return { w: box.width / scale, h: box.height / scale };
    };
    // All of it, but a few nodes are not blown up.
    var fit = function () {
      var least = scaled(1.6);
      view = { x: 0, y: 0, w: Math.max(whole.w, least.w),
               h: Math.max(whole.h, least.h) };
      view.x = (whole.w - view.w) / 2;
      put();
    };
    var start = function () {
      var first = svg.querySelector(".start").getBBox();
      var size = scaled(1);
      view = { x: first.x + first.width / 2 - size.w / 2, y: 0,
               w: size.w, h: size.h };
      put();
    };
    var zoom = function (factor, at) {
      var w = Math.min(Math.max(view.w * factor, 60), whole.w * 8 + 600);
      factor = w / view.w;
      at = at || { x: view.x + view.w / 2, y: view.y + view.h / 2 };
      view = { x: at.x - (at.x - view.x) * factor,
               y: at.y - (at.y - view.y) * factor,
               w: view.w * factor, h: view.h * factor };
      put();
    };
    var point = function (event) {
      var p = new DOMPoint(event.clientX, event.clientY);
      return p.matrixTransform(svg.getScreenCTM().inverse());
    };
    var doing = {
      "in": function () { zoom(1 / 1.4); }, "out": function () { zoom(1.4); },
      fit: fit, top: start
    };
    document.querySelectorAll(".tools button").forEach(function (b) {
      b.addEventListener("click", function () {
        doing[b.getAttribute("data-do")]();
      });
    });
    svg.addEventListener("wheel", function (event) {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, point(event));
    }, { passive: false });

    var drag = null, moved = false;
    svg.addEventListener("pointerdown", function (event) {
      drag = { x: event.clientX, y: event.clientY, view: view };
      moved = false;
    });
    svg.addEventListener("pointermove", function (event) {
      if (!drag) return;
      var dx = event.clientX - drag.x, dy = event.clientY - drag.y;
      if (!moved && Math.abs(dx) + Math.abs(dy) < 5) return;
      if (!moved) svg.setPointerCapture(event.pointerId);
      moved = true;
      svg.classList.add("moving");
      var unit = 1 / svg.getScreenCTM().a;
      view = { x: drag.view.x - dx * unit, y: drag.view.y - dy * unit,
               w: drag.view.w, h: drag.view.h };
      put();
    });
    var drop = function () {
      drag = null;
      svg.classList.remove("moving");
    };
    svg.addEventListener("pointerup", drop);
    svg.addEventListener("pointercancel", drop);

    // All that led to a node is marked.
    var above = {};
    svg.querySelectorAll(".e").forEach(function (e) {
      var b = e.getAttribute("data-b");
      (above[b] = above[b] || []).push(e);
    });
    var pick = function (node) {
      svg.querySelectorAll(".way").forEach(function (n) {
        n.classList.remove("way");
      });
      var seen = {}, todo = [node.getAttribute("data-n")], count = 0;
      while (todo.length) {
        var at = todo.pop();
        if (seen[at]) continue;
        seen[at] = true;
        count++;
        (above[at] || []).forEach(function (e) {
          e.classList.add("way");
          todo.push(e.getAttribute("data-a"));
        });
      }
      svg.querySelectorAll(".n").forEach(function (n) {
        if (seen[n.getAttribute("data-n")]) n.classList.add("way");
      });
      var text = node.querySelector("title").textContent;
      var box = document.getElementById("picked");
      var bold = document.createElement("b");
      box.textContent = "";
      bold.textContent = text;
      box.appendChild(bold);
      box.appendChild(document.createTextNode(" " + (count - 1) +
        (count === 2 ? " event" : " events") + " led there, marked in red. "));
      if (!node.hasAttribute("data-at")) return;
      var link = document.createElement("a");
      link.href = "#" + node.getAttribute("data-at");
      link.textContent = "Show the line.";
      link.addEventListener("click", function () {
        show(node.getAttribute("data-at"));
      });
      box.appendChild(link);
    };
    svg.addEventListener("click", function (event) {
      var node = event.target.closest(".n");
      if (node && !moved) pick(node);
    });

    // Small drawings are seen whole, large ones from their start.
    var size = scaled(0.6);
    if (whole.w > size.w || whole.h > size.h) start();
    else fit();
  }
  follow();
  document.documentElement.setAttribute("data-ready", "yes");
})();
