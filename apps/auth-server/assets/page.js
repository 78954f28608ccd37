// What pages do beyond their HTML; each of them works without it.
'use strict';

/** A password is shown at a click. */
for (const button of document.querySelectorAll('button[data-shows]')) {
  const field = document.getElementById(button.dataset.shows);
  const { textContent: show, dataset: texts } = button;
  button.hidden = false;
  button.addEventListener('click', () => {
    const isShown = field.type === 'password';
    field.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? texts.hide : show;
  });
}

/** A form waits while a field of it is marked wrong, and the second click of a double click does nothing. */
const DOUBLE_CLICK = 1_000;
for (const form of document.forms) {
  let sentAt = -Infinity;
  const mayBeWrong = ({ submitter }) => form.noValidate || submitter?.formNoValidate;
  form.addEventListener('submit', (event) => {
    const wrong = mayBeWrong(event) ? null : form.querySelector('[aria-invalid="true"]');
    wrong?.focus();
    // Later it is sent again: the browser may have been told to stop, and shows a page as it was on the way back.
    const isSecond = Date.now() - sentAt < DOUBLE_CLICK;
    if (wrong || isSecond) event.preventDefault();
    else sentAt = Date.now();
  });
  form.addEventListener('input', ({ target }) => {
    if (target.getAttribute('aria-invalid') !== 'true') return;
    target.removeAttribute('aria-invalid');
    document.getElementById(`${target.name}-error`)?.remove();
  });
}

/** A question is asked in a dialog; without scripts the link leads to it. */
for (const opener of document.querySelectorAll('[data-opens]')) {
  opener.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    document.getElementById(opener.dataset.opens).showModal();
  });
}
for (const closer of document.querySelectorAll('[data-closes]')) {
  closer.addEventListener('click', () => closer.closest('dialog').close());
}

/** Times are the reader's own, written as the page writes them. */
const { lang, dataset } = document.documentElement;
const formatOf = (options) => new Intl.DateTimeFormat(dataset.locale ?? lang, options);
const exact = formatOf({ dateStyle: 'long', timeStyle: 'short' });
const formats = {
  clock: formatOf({ timeStyle: 'short' }),
  day: formatOf({ dateStyle: 'long' }),
  time: formatOf({ dateStyle: 'medium', timeStyle: 'short' }),
};
for (const time of document.querySelectorAll('time[datetime]')) {
  const moment = new Date(time.dateTime);
  time.title = exact.format(moment);
  if (time.dataset.as in formats) time.textContent = formats[time.dataset.as].format(moment);
}

/** A consent page puts its end off: a minute before it at a click, at the end itself once on its own. What is ticked stays. */
for (const form of document.querySelectorAll('form[data-closes-in]')) {
  const part = (name) => document.querySelector(`[data-timer="${name}"]`);
  const seconds = Number(form.dataset.closesIn);
  let endsAt = Date.now() + seconds * 1000;
  let isWarned = false;
  let hasAskedItself = false;

  /** Asks the same again, as JSON: a new consent session. Anything but a screen ends in what the page itself says of it. */
  const askAgain = async () => {
    const answer = await fetch(form.dataset.asks, { headers: { accept: 'application/json' } });
    const screen = answer.ok ? await answer.json() : {};
    if (!screen.sessionID) return false;
    form.elements.session_id.value = screen.sessionID;
    endsAt = Date.now() + screen.expires_in * 1000;
    isWarned = false;
    return true;
  };
  const close = () => {
    part('soon').close();
    part('over').showModal();
    clearInterval(timer);
  };
  const putOff = (tell) =>
    askAgain()
      .catch(() => false)
      .then((isOpen) => {
        if (!isOpen) return close();
        part('soon').close();
        part('told').hidden = !tell;
      });
  const tick = () => {
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
    part('left').textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    part('running').hidden = left > 60;
    if (left === 0) {
      if (hasAskedItself) return close();
      hasAskedItself = true;
      endsAt = Infinity;
      return void putOff(true);
    }
    if (left > 60 || isWarned || seconds <= 60) return;
    isWarned = true;
    part('soon').showModal();
  };
  const timer = setInterval(tick, 1000);
  part('more').addEventListener('click', () => void putOff(false));
  tick();
}
