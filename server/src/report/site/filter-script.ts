/** The report's script: filters findings and their marks by severity and part, opens the target of a link, and opens all for printing. */
export const filterScript = `
const form = document.querySelector('.filters');
const count = document.querySelector('#count');
const apply = () => {
  const severities = new Set([...form.querySelectorAll('input:checked')].map(box => box.value));
  const part = form.querySelector('select').value;
  let shown = 0;
  for (const item of document.querySelectorAll('[data-severity]')) {
    item.hidden = !severities.has(item.dataset.severity) || (part !== '' && part !== item.dataset.part);
    if (!item.hidden && item.matches('.finding')) shown++;
  }
  count.textContent = shown + (shown === 1 ? ' finding' : ' findings') + ' shown';
};
if (form) {
  form.hidden = false;
  form.addEventListener('input', apply);
  form.addEventListener('submit', event => event.preventDefault());
  apply();
}
const reveal = () => {
  const target = document.getElementById(location.hash.slice(1));
  for (let around = target; around; around = around.parentElement) {
    if (around.localName === 'details') around.open = true;
    if (around.hidden && form) {
      form.reset();
      apply();
    }
  }
  target?.scrollIntoView();
};
addEventListener('hashchange', reveal);
if (location.hash) reveal();
let opened = [];
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('details:not([open])')];
  for (const details of opened) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of opened) details.open = false;
});
`;
