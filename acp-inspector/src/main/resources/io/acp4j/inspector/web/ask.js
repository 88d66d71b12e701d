// What the agent asks the user: permissions, forms, files, commands.
import { View, failed, html, nothing } from '/base.js';
import { ask, get } from '/store.js';

const WHAT = {
  permission: 'The agent asks for permission',
  write: 'The agent wants to write a file',
  command: 'The agent wants to run a command',
  form: 'The agent requests input',
  url: 'The agent asks you to open an address',
};

class Question extends View {
  static properties = { number: {} };

  isAbout(topic) {
    return topic === `q/${this.number}`;
  }

  answer(args) {
    ask('answer', { number: Number(this.number), ...args }).catch(failed);
  }

  options(question) {
    return html`<div class="buttons">
      ${(question.options ?? []).map(
        (option, index) => html`<button
          class=${option.kind.startsWith('allow') ? 'primary' : ''}
          data-kind=${option.kind}
          @click=${() => this.answer({ option: index })}
        >
          ${option.name}
        </button>`,
      )}
      ${question.kind === 'permission'
        ? html`<button class="quiet" @click=${() => this.answer({})}>Respond “cancelled”</button>`
        : nothing}
    </div>`;
  }

  submit(event) {
    event.preventDefault();
    const question = get(`q/${this.number}`);
    const values = Object.entries(question.schema.properties ?? {}).map(([, schema], index) => {
      const fields = [...event.target.querySelectorAll(`[name="f${index}"]`)];
      if (schema.type === 'boolean') return fields[0].checked;
      if (schema.type === 'array') return fields.filter(field => field.checked).map(field => field.value);
      const text = fields[0].value;
      if (text === '') return null;
      return schema.type === 'number' || schema.type === 'integer' ? Number(text) : text;
    });
    this.answer({ values });
  }

  field(question, name, schema, index) {
    const id = `f${this.number}-${index}`;
    const given = question.answers?.[name];
    const fault = question.faults?.find(each => each.field === name);
    const required = question.schema.required?.includes(name);
    const label = html`${schema.title ?? name}${required ? html`<span class="required" title="required"> *</span>` : nothing}`;
    const about = html`${schema.description ? html`<small>${schema.description}</small>` : nothing}
    ${fault ? html`<small class="fault" role="alert">${fault.problem}</small>` : nothing}`;
    if (schema.type === 'boolean') {
      return html`<label class="check"><input type="checkbox" name=${`f${index}`} .checked=${given === true} /> ${label}</label>${about}`;
    }
    const list = values =>
      (values.enum ?? []).map((value, at) => [value, values.enumNames?.[at] ?? value]).concat(
        (values.oneOf ?? values.anyOf ?? []).map(each => [each.const, each.title ?? each.const]),
      );
    if (schema.type === 'array') {
      return html`<fieldset>
        <legend>${label}</legend>
        ${list(schema.items ?? {}).map(
          ([value, title]) =>
            html`<label class="check"><input type="checkbox" name=${`f${index}`} .value=${value} .checked=${Boolean(given?.includes?.(value))} /> ${title}</label>`,
        )}${about}
      </fieldset>`;
    }
    const choices = list(schema);
    return html`<label for=${id}>${label}</label>${choices.length
        ? html`<select id=${id} name=${`f${index}`}>
            <option value="">–</option>
            ${choices.map(([value, title]) => html`<option .value=${value} .selected=${value === given}>${title}</option>`)}
          </select>`
        : html`<input
            id=${id}
            name=${`f${index}`}
            type=${schema.type === 'number' || schema.type === 'integer' ? 'number' : 'text'}
            step=${schema.type === 'number' ? 'any' : nothing}
            .value=${given ?? ''}
          />`}${about}`;
  }

  form(question) {
    return html`<form @submit=${this.submit}>
      ${Object.entries(question.schema.properties ?? {}).map(
        ([name, schema], index) => html`<div class="field">${this.field(question, name, schema, index)}</div>`,
      )}
      <div class="buttons">
        <button class="primary" type="submit">Send</button>
        <button type="button" @click=${() => this.answer({ decline: true })}>Decline</button>
        <button type="button" class="quiet" @click=${() => this.answer({})}>Cancel</button>
      </div>
    </form>`;
  }

  render() {
    const question = get(`q/${this.number}`);
    if (!question) return nothing;
    return html`<section class="question" aria-label=${WHAT[question.kind]}>
      <small>${WHAT[question.kind]}</small>
      <strong>${question.title}</strong>
      ${question.detail ? html`<pre tabindex="0">${question.detail}</pre>` : nothing}
      ${question.kind === 'form' ? this.form(question) : this.options(question)}
    </section>`;
  }
}

customElements.define('x-question', Question);
