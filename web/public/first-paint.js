// Runs before anything is drawn, in any browser: the colours and the language, so that nothing flashes, and whether the
// words of the page for old browsers stay. Written for browsers that cannot read the rest.
(function () {
  var page = document.documentElement;
  var cookie = function (name) {
    var found = document.cookie.match(new RegExp('(?:^|; )' + name + '=([^;]*)'));
    return found ? decodeURIComponent(found[1]) : '';
  };

  var scheme = cookie('color_scheme');
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The language: of the link in a message, of the last visit, of the browser.
  var asked = /[?&]l=(kz|ru)(?=&|$)/.exec(location.search);
  var locale = (asked && asked[1]) || cookie('locale');
  var spoken = navigator.languages || [navigator.language];
  for (var i = 0; !locale && i < spoken.length; i += 1) {
    if (/^(kk|kz)\b/i.test(spoken[i])) locale = 'kz';
    else if (/^ru\b/i.test(spoken[i])) locale = 'ru';
  }
  page.lang = locale === 'kz' ? 'kk' : 'ru';
  if (asked) {
    // Nobody has chosen another on this device: the pages after this one are in the language of the link too.
    if (!cookie('locale'))
      document.cookie = 'locale=' + asked[1] + '; Path=/; Max-Age=31536000; SameSite=Lax';
    var rest = location.search.replace(asked[0], '').replace(/^&/, '?');
    history.replaceState(history.state, '', location.pathname + rest + location.hash);
  }

  // Without modules nothing else will come; a part that cannot be read or fetched says so before the app has begun.
  if (!('noModule' in document.createElement('script'))) return;
  page.className = 'k-starting';
  addEventListener(
    'error',
    function (event) {
      var from = event.target && event.target.tagName;
      if (!from || from === 'SCRIPT') page.className = page.className.replace('k-starting', '');
    },
    true,
  );
})();
