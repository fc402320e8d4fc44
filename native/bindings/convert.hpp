// Lists and strings of Python as std::vector and std::string, and back.
//
// nanobind's own casters (nanobind/stl/vector.h, string.h, shared_ptr.h) allocate in a function that is noexcept: without
// memory for it, the process ends. These casters keep the Python object there, and convert it when the function is called,
// where std::bad_alloc becomes MemoryError. What several objects share is bound as a class that holds the pointer.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <vector>

namespace nanobind::detail {  // NOLINT: where nanobind looks for casters

// The elements of a list or a tuple, borrowed; quicker where the ABI need not be stable.
#ifdef Py_LIMITED_API
inline std::size_t size_of(const object& items) {
  return static_cast<std::size_t>(PyList_Check(items.ptr()) ? PyList_Size(items.ptr()) : PyTuple_Size(items.ptr()));
}
inline PyObject* item_of(const object& items, std::size_t i) {
  const auto index = static_cast<Py_ssize_t>(i);
  return PyList_Check(items.ptr()) ? PyList_GetItem(items.ptr(), index) : PyTuple_GetItem(items.ptr(), index);
}
#else
inline std::size_t size_of(const object& items) {
  return static_cast<std::size_t>(PySequence_Fast_GET_SIZE(items.ptr()));
}
inline PyObject* item_of(const object& items, std::size_t i) {
  return PySequence_Fast_GET_ITEM(items.ptr(), static_cast<Py_ssize_t>(i));
}
#endif

template <class T>
struct type_caster<std::vector<T>> {  // NOLINT
  using Value = std::vector<T>;
  using Element = make_caster<T>;
  template <class>
  using Cast = Value;
  static constexpr auto Name =  // NOLINT
      io_name("collections.abc.Sequence", "list") + const_name("[") + Element::Name + const_name("]");

  bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
    source_ = source;
    flags_ = flags_for_local_caster<T>(flags);
    cleanup_ = cleanup;
    return PySequence_Check(source.ptr()) && !PyUnicode_Check(source.ptr()) && !PyBytes_Check(source.ptr());
  }

  template <class>
  bool can_cast() const noexcept {
    return true;
  }

  // The vector; an element of another type is a TypeError, as with nanobind's casters.
  explicit operator Value() const {
    const object items = steal(PySequence_Fast(source_.ptr(), "not a sequence"));
    if (!items.is_valid()) raise_python_error();
    Value vector;
    vector.reserve(size_of(items));
    // The conversion of an element may run Python code, which may change the list.
    for (std::size_t i = 0; i < size_of(items); ++i) {
      const handle item = item_of(items, i);
      Element element;
      if (!element.from_python(item, flags_, cleanup_) || !element.template can_cast<T>()) throw next_overload();
      vector.push_back(element.operator cast_t<T>());
    }
    return vector;
  }

  // The list; none, with Python's error set, without memory for it.
  template <class Vector>
  static handle from_cpp(Vector&& vector, rv_policy policy, cleanup_list* cleanup) noexcept {
    PyObject* const list = PyList_New(static_cast<Py_ssize_t>(vector.size()));
    if (!list) return {};
    Py_ssize_t i = 0;
    for (auto&& value : vector) {
      const handle item = Element::from_cpp(forward_like_<Vector>(value), policy, cleanup);
      if (!item.is_valid()) {
        Py_DECREF(list);
        return {};
      }
      NB_LIST_SET_ITEM(list, i++, item.ptr());
    }
    return list;
  }

 private:
  handle source_;
  std::uint32_t flags_ = 0;
  cleanup_list* cleanup_ = nullptr;
};

template <>
struct type_caster<std::string> {  // NOLINT
  using Value = std::string;
  template <class>
  using Cast = Value;
  static constexpr auto Name = const_name("str");  // NOLINT

  bool from_python(handle source, std::uint32_t /*flags*/, cleanup_list* /*cleanup*/) noexcept {
    if (!PyUnicode_Check(source.ptr())) return false;
    text_ = PyUnicode_AsUTF8AndSize(source.ptr(), &size_);
    if (!text_) PyErr_Clear();
    return text_;
  }

  template <class>
  bool can_cast() const noexcept {
    return true;
  }

  explicit operator Value() const { return {text_, static_cast<std::size_t>(size_)}; }

  static handle from_cpp(const std::string& text, rv_policy /*policy*/, cleanup_list* /*cleanup*/) noexcept {
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  }

 private:
  const char* text_ = nullptr;
  Py_ssize_t size_ = 0;
};

}  // namespace nanobind::detail
