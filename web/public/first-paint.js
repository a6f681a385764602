// Runs before anything is drawn: the colours and the language of the last visit, so that nothing flashes.
(function () {
  var cookie = function (name) {
    var found = document.cookie.match(new RegExp('(?:^|; )' + name + '=([^;]*)'));
    return found ? decodeURIComponent(found[1]) : '';
  };
  var scheme = cookie('color_scheme');
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  document.documentElement.lang = cookie('locale') === 'kz' ? 'kk' : 'ru';
})();
